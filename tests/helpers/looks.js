// Whether a page can be read and met with a thumb: contrast of every word, size of every button, and its width.
(() => {
  const LEAST = 4.5, TARGET = 43.5;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  // A colour over what lies below it, as red, green and blue.
  const over = (colour, below) => {
    canvas.fillStyle = `rgb(${below.join(" ")})`;
    canvas.fillRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const ground = (node) => (node ? over(getComputedStyle(node).backgroundColor, ground(node.parentElement)) : [255, 255, 255]);
  const light = (rgb) => rgb.map((one) => one / 255).map((one) => (one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4)).reduce((sum, one, place) => sum + one * [.2126, .7152, .0722][place], 0);
  const contrast = (one, other) => { const [low, high] = [light(one), light(other)].sort((a, b) => a - b); return (high + .05) / (low + .05); };
  const isShown = (node) => node.getClientRects().length > 0 && !node.closest(".hide") && !node.closest("svg");
  const words = (node) => [...node.childNodes].filter((one) => one.nodeType === 3).map((one) => one.data.trim()).join(" ").trim();
  const found = [];
  const faint = (node, text, colour) => {
    const below = ground(node);
    const ratio = contrast(over(colour, below), below);
    if (ratio < LEAST) found.push(`faint ${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
  };
  for (const node of document.body.querySelectorAll("*")) {
    if (!isShown(node)) continue;
    if (words(node)) faint(node, words(node), getComputedStyle(node).color);
    if (node.placeholder && !node.value) faint(node, node.placeholder, getComputedStyle(node, "::placeholder").color);
    if (node.tagName === "BUTTON" && Math.min(node.offsetWidth, node.offsetHeight) < TARGET) found.push(`small ${node.offsetWidth}×${node.offsetHeight}: ${node.innerText}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wide: ${document.documentElement.scrollWidth}`);
  return [...new Set(found)];
})()
