// Runs in Chromium behind world.js: looks at a scene as a camera held by hand does, and encodes as the camera page does.
const { seededNumbers, newCanvas, gray } = globalThis.paint;

const TILE = 256;
const QUALITIES = [0.9, 0.8, 0.7, 0.5];
const MAX_BYTES = 14 * 1024 * 1024;
/** Frames around the shutter are looked at in this width: they are made 32 pixels wide anyway. */
const MAX_FRAME_WIDTH = 320;
const SMALL = { width: 32, height: 24, middle: 32 };

const tiles = new Map();

/** Colored noise to be laid over a picture; each sensor frame gets another cut-out of it. */
function noiseTile(strength) {
  const known = tiles.get(strength);
  if (known !== undefined) return known;
  const random = seededNumbers(Math.round(strength * 1_000) + 1);
  const tile = newCanvas(TILE, TILE);
  const context = tile.getContext('2d');
  const pixels = context.createImageData(TILE, TILE);
  // Random colors have a standard deviation of 74.
  const alpha = Math.max(1, Math.round((255 * strength) / 74));
  for (let at = 0; at < pixels.data.length; at += 4) {
    const light = 255 * random();
    const tint = () => 0.6 * light + 0.4 * 255 * random();
    pixels.data.set([tint(), tint(), tint(), alpha], at);
  }
  context.putImageData(pixels, 0, 0);
  tiles.set(strength, tile);
  return tile;
}

/**
 * One exposure onto the context's canvas. `scale`: pixels of the canvas for each of the full view. `view.share`: how much of
 * the world it shows; the rest is for the hand to move in. `pose`: shares of the view's width, radians, how bright it is.
 */
function expose(context, world, view, { pose, noise, bands, random, scale = 1, left = 0, top = 0 }) {
  const { width, height } = context.canvas;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.translate(
    (view.width / 2 + pose.x * view.width - left) * scale,
    (view.height / 2 + pose.y * view.width - top) * scale,
  );
  context.rotate(pose.turn);
  const size = (pose.zoom * scale * view.width) / (view.share * world.width);
  context.scale(size, size);
  context.drawImage(world, -world.width / 2, -world.height / 2);
  context.setTransform(1, 0, 0, 1, 0, 0);
  const shade = (operation, style) => {
    context.globalCompositeOperation = operation;
    context.fillStyle = style;
    context.fillRect(0, 0, width, height);
  };
  if (pose.light < 1) shade('multiply', gray(255 * pose.light));
  if (pose.light > 1) shade('color-dodge', gray(255 * (1 - 1 / pose.light)));
  if (bands !== undefined) layBands(context, { ...bands, scale, top });
  if (noise > 0) {
    const pattern = context.createPattern(noiseTile(noise), 'repeat');
    pattern.setTransform(new DOMMatrix().translate(Math.floor(TILE * random()), Math.floor(TILE * random())));
    shade('source-over', pattern);
  }
  context.globalCompositeOperation = 'source-over';
}

/** Out of focus, by so many pixels: drawn small, and enlarged again by whoever looks at it. */
function resized(world, width) {
  if (width >= world.width) return world;
  const small = newCanvas(width, (width * world.height) / world.width);
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'medium';
  context.drawImage(world, 0, 0, small.width, small.height);
  return small;
}

/** A lamp or a display that flickers faster than the sensor reads its rows. */
function layBands(context, { height, depth, phase, scale, top }) {
  const band = newCanvas(1, 64);
  const drawing = band.getContext('2d');
  for (let y = 0; y < 64; y += 1) {
    drawing.fillStyle = `rgb(0 0 0 / ${depth * (0.5 + 0.5 * Math.sin((y / 64) * 2 * Math.PI))})`;
    drawing.fillRect(0, y, 1, 1);
  }
  const pattern = context.createPattern(band, 'repeat');
  const stretch = (height * scale) / 64;
  pattern.setTransform(new DOMMatrix().translate(0, (phase * height - top) * scale).scale(1, stretch));
  context.fillStyle = pattern;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

/** What a display shows, seen from so near that its red, green and blue stripes reach the sensor. */
function asDisplay(world, pixelsAcross) {
  const shown = newCanvas(pixelsAcross, (pixelsAcross * world.height) / world.width);
  shown.getContext('2d').drawImage(world, 0, 0, shown.width, shown.height);
  const display = newCanvas(3 * shown.width, 3 * shown.height);
  const context = display.getContext('2d');
  context.imageSmoothingEnabled = false;
  context.drawImage(shown, 0, 0, display.width, display.height);
  const mask = newCanvas(3, 3);
  const drawing = mask.getContext('2d');
  ['#ff5050', '#50ff50', '#5050ff'].forEach((style, column) => {
    drawing.fillStyle = style;
    drawing.fillRect(column, 0, 1, 3);
  });
  drawing.fillStyle = '#0008';
  drawing.fillRect(0, 2, 3, 1);
  context.globalCompositeOperation = 'multiply';
  context.fillStyle = context.createPattern(mask, 'repeat');
  context.fillRect(0, 0, display.width, display.height);
  return display;
}

function grayOf(context, { width, height }) {
  const pixels = context.getImageData(0, 0, width, height).data;
  let text = '';
  for (let at = 0; at < pixels.length; at += 4)
    text += String.fromCharCode((77 * pixels[at] + 150 * pixels[at + 1] + 29 * pixels[at + 2]) >> 8);
  return btoa(text);
}

/** The small frames that the camera page reports of this exposure. */
function smallFrame(world, view, exposure) {
  const scale = Math.min(1, MAX_FRAME_WIDTH / view.width);
  const frame = newCanvas(view.width * scale, view.height * scale).getContext('2d');
  expose(frame, world.small, view, { ...exposure, scale });
  const overview = newCanvas(SMALL.width, SMALL.height).getContext('2d', { willReadFrequently: true });
  // As Chromium makes a video's frame smaller; a canvas is by default only sampled.
  overview.imageSmoothingQuality = 'medium';
  overview.drawImage(frame.canvas, 0, 0, SMALL.width, SMALL.height);
  const middle = newCanvas(SMALL.middle, SMALL.middle).getContext('2d', { willReadFrequently: true });
  const [left, top] = [(view.width - SMALL.middle) >> 1, (view.height - SMALL.middle) >> 1];
  expose(middle, world.full, view, { ...exposure, left, top });
  return {
    overview: grayOf(overview, SMALL),
    middle: grayOf(middle, { width: SMALL.middle, height: SMALL.middle }),
  };
}

async function encode(canvas, type) {
  if (type !== 'image/jpeg') return canvas.convertToBlob({ type });
  for (const quality of QUALITIES) {
    const blob = await canvas.convertToBlob({ type, quality });
    if (blob.size <= MAX_BYTES || quality === QUALITIES.at(-1)) return blob;
  }
}

async function base64Of(blob) {
  const reader = new FileReader();
  const read = new Promise((resolve) => {
    reader.onload = resolve;
  });
  reader.readAsDataURL(blob);
  await read;
  return reader.result.split(',')[1];
}

let lastWorld = { key: '', world: null };

async function worldOf({ scene, picture, display, blur }, view) {
  const key = JSON.stringify([scene, picture?.length, picture?.slice(-200), display, blur, view]);
  if (lastWorld.key === key) return lastWorld.world;
  const size = { width: view.width / view.share, height: view.height / view.share };
  const world =
    picture === undefined
      ? globalThis.drawWorld({ ...scene, ...size })
      : await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${picture}`)).blob());
  const seen = display === undefined ? world : asDisplay(world, display);
  const full = blur > 0 ? resized(seen, seen.width / Math.max(1, blur)) : seen;
  lastWorld = { key, world: { full, small: resized(full, MAX_FRAME_WIDTH / view.share) } };
  return lastWorld.world;
}

/** All of a shot: the photo and the frames around it. The last pose is that of the shutter. */
globalThis.takeShot = async ({ view, poses, noise, bands, seed, type = 'image/jpeg', ...about }) => {
  const random = seededNumbers(seed);
  const world = await worldOf(about, view);
  const frames = [];
  let before;
  for (const [index, pose] of poses.entries()) {
    // A slow sensor shows the same frame to several looks.
    if (before === undefined || pose.isNew) {
      const phased = bands && { ...bands, phase: bands.phase + bands.speed * index };
      before = { exposure: { pose, noise, bands: phased, random }, frame: null };
      before.frame = smallFrame(world, view, before.exposure);
    }
    frames.push(before.frame);
  }
  const photo = newCanvas(view.width, view.height);
  expose(photo.getContext('2d'), world.full, view, before.exposure);
  return { frames, photo: await base64Of(await encode(photo, type)) };
};

/** As a video file has it: all brightness, then the two colors at half the size (BT.601, limited range). */
function planesOf({ data, width, height }) {
  const planes = new Uint8Array((width * height * 3) / 2);
  let at = 0;
  for (let from = 0; from < data.length; from += 4)
    planes[at++] = 16 + (66 * data[from] + 129 * data[from + 1] + 25 * data[from + 2] + 128) / 256;
  for (const [red, green, blue] of [
    [-38, -74, 112],
    [112, -94, -18],
  ]) {
    for (let y = 0; y < height; y += 2) {
      for (let x = 0; x < width; x += 2) {
        const from = 4 * (y * width + x);
        planes[at++] = 128 + (red * data[from] + green * data[from + 1] + blue * data[from + 2] + 128) / 256;
      }
    }
  }
  return planes;
}

/** A film of the scene, one frame for each pose. */
globalThis.film = async ({ view, poses, noise, bands, seed, ...about }) => {
  const random = seededNumbers(seed);
  const world = await worldOf(about, view);
  const frame = newCanvas(view.width, view.height).getContext('2d', { willReadFrequently: true });
  const frames = poses.map((pose, index) => {
    const phased = bands && { ...bands, phase: bands.phase + bands.speed * index };
    expose(frame, world.full, view, { pose, noise, bands: phased, random });
    return planesOf(frame.getImageData(0, 0, view.width, view.height));
  });
  return base64Of(new Blob(frames));
};
