// Until when a player may contest something, at a table that agreed on that. Others do not load this.

const AFTER = [["illegal", "Moves"], ["score", "Scores"], ["hidden", "What was hidden"], ["conduct", "Conduct"]];
const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

// A function: of a kind of claim, its time; of nothing, what can still be contested after a signature.
export function times(windows) {
  const until = (kind) => {
    const one = windows.find((each) => each.kind === kind);
    return one.until ? `until ${clock(one.until)}` : one.words;
  };
  return (kind) => (kind ? ` In time: ${until(kind)}.` : AFTER.map(([each, words]) => `${words}: ${until(each)}.`).join(" "));
}
