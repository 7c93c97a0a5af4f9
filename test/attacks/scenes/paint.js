// Runs in Chromium: what scenes are drawn with.

/** Numbers between 0 and 1 that are the same in every run (mulberry32). */
function seededNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function newCanvas(width, height) {
  return new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
}

const gray = (value) => `rgb(${value} ${value} ${value})`;
const color = (random, { saturation = 50, light = [15, 85] } = {}) =>
  `hsl(${360 * random()} ${saturation * random()}% ${light[0] + (light[1] - light[0]) * random()}%)`;

const GRAIN_WIDTH = 640;

/** Surfaces of the world have detail at every size: random grays, enlarged, over each other. */
function grain(context, { width, height }, random, strength) {
  const sum = newCanvas(GRAIN_WIDTH, (GRAIN_WIDTH * height) / width);
  const adding = sum.getContext('2d');
  adding.fillStyle = gray(128);
  adding.fillRect(0, 0, sum.width, sum.height);
  adding.globalAlpha = Math.min(1, 1.6 * strength);
  for (let cells = 4; cells <= 512; cells *= 2) {
    const small = newCanvas(cells, Math.ceil((cells * height) / width));
    const drawing = small.getContext('2d');
    const pixels = drawing.createImageData(small.width, small.height);
    const values = new Uint32Array(pixels.data.buffer);
    for (let at = 0; at < values.length; at += 1)
      values[at] = 0xff000000 | (0x010101 * Math.floor(256 * random()));
    drawing.putImageData(pixels, 0, 0);
    adding.drawImage(small, 0, 0, sum.width, sum.height);
  }
  context.globalCompositeOperation = 'soft-light';
  context.drawImage(sum, 0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}

function glow(context, { width, height }, { x, y, reach, inner, outer }) {
  const light = context.createRadialGradient(x * width, y * height, 0, x * width, y * height, reach * width);
  light.addColorStop(0, inner);
  light.addColorStop(1, outer);
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
}

function ellipses(context, { width, height }, random, { count, smallest, style }) {
  for (let index = 0; index < count; index += 1) {
    // Twice as large is eight times as rare.
    const radius = Math.min(width / 3, smallest * width * (1 - random()) ** -0.5);
    context.fillStyle = style();
    context.beginPath();
    const [x, y] = [random() * width, random() * height];
    context.ellipse(x, y, radius, radius * (0.4 + 0.8 * random()), Math.PI * random(), 0, 7);
    context.fill();
  }
}

// Scripts of a page find each other here.
globalThis.paint = { seededNumbers, newCanvas, gray, color, grain, glow, ellipses };
