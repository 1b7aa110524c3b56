// What the rules say about the whole game, through the eyes that are chosen: a line for each finding, which leads there.
let listed = null;

function rules() {
  const number = view.stops.reduce((sum, index) => sum + view.remark(index).findings.length, 0);
  $("many").textContent = number ? `: ${number} finding${number === 1 ? "" : "s"}` : ": nothing against this game";
  listed = null;
  if ($("rules").open) listRules();
}

// The list is made when somebody opens it, and once for each view.
function listRules() {
  const every = view.stops.flatMap((index) => view.remark(index).findings.map((finding) => [index, finding]));
  listed = every.map(([index, finding]) => {
    const line = make("li", undefined, finding.kind), link = make("a", view.seq[index], "n"), said = make("div", `${MARK[finding.kind]} ${finding.why}`);
    link.href = linkTo(index);
    link.setAttribute("aria-label", `event ${view.seq[index]}`);
    link.onclick = (event) => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(index); } };
    said.append(make("small", `“${finding.text}” · ${finding.rule} ${answerOf(finding)} · ${finding.cite}`));
    line.append(link, said);
    return line;
  });
  $("said").replaceChildren(...(listed.length ? listed : [make("p", "The rules have nothing to say against this game.", "small")]));
  hereInRules();
}

function hereInRules() {
  if (!listed || !$("rules").open) return;
  for (const line of listed) line.classList.toggle("here", line.firstChild.textContent === String(view.seq[place]));
}
