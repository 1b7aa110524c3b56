// The story of a thing: what happened to it, and who knew of it. All of it follows from the tables of the page.
const found = (view, film, place, id) => glimpse(view.table(film, place), id);

// The events at which a thing came, changed, went elsewhere or left, and those whose sentences name it.
function storyOf(view, id, says) {
  const story = [], name = says.toLowerCase();
  let last = null;
  for (let place = 0; place < view.length; place += 1) {
    const now = found(view, "wide", place, id);
    const seen = now && `${now.at}\n${now.says}`;
    const told = view.sentence(place).toLowerCase();
    const named = [` ${name} `, ` ${name}.`, ` ${name},`].some((one) => `${told} `.includes(one));
    if (seen !== last || named) story.push({ place, says: seen === last ? "" : now ? now.says : "no longer there" });
    last = seen;
  }
  return story;
}

// Whose view shows the same of a thing as the fullest one does. A page for one viewer cannot say.
function knowers(view, place, id) {
  const alike = (one) => one.timeline === view.timeline && one.hindsight === false;
  const at = (as) => views.find((one) => one.as === as && alike(one)) || nearest({ as, timeline: view.timeline, hindsight: true });
  const seats = viewers.filter((who) => who in data.about.people);
  if (viewers.length < 3 || !viewers.includes("official")) return "";
  const seq = view.seq[place];
  const says = (as) => { const one = at(as), seen = found(one, "wide", one.placeOf(seq), id); return seen && seen.says; };
  const full = says("official");
  if (full === null) return "";
  if (says("table") === full) return "Everybody could see this.";
  const who = seats.filter((seat) => says(seat) === full).map(nameOf);
  const last = who.pop();
  return last === undefined ? "No player could see this." : `${who.length ? `${who.join(", ")} and ` : "Only "}${last} could see this.`;
}

function inWords(view, place) {
  const all = placed(view.table("wide", place));
  return all.filter((one) => one.kind === ZONE).map((zone) => {
    const things = all.filter((one) => one.kind === PIECE && one.at === zone.id).map((one) => `\n  ${one.says}`);
    return `${zone.says}${things.join("")}\n`;
  }).join("");
}
