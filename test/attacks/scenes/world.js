// Runs in Chromium behind paint.js: what a camera could look at. Each scene is drawn from a number, the same every time.
const { seededNumbers, newCanvas, gray, color, grain, glow, ellipses } = globalThis.paint;

const draw = {
  /** Things of all sizes that cover each other. */
  clutter(context, size, random) {
    context.fillStyle = gray(128);
    context.fillRect(0, 0, size.width, size.height);
    ellipses(context, size, random, { count: 260, smallest: 0.02, style: () => color(random) });
    grain(context, size, random, 0.12);
  },

  street(context, size, random) {
    const { width, height } = size;
    const sky = context.createLinearGradient(0, 0, 0, height / 2);
    sky.addColorStop(0, `hsl(210 ${60 * random()}% ${45 + 30 * random()}%)`);
    sky.addColorStop(1, '#dfe6ea');
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    for (let x = -0.1; x < 1; ) {
      const wide = 0.1 + 0.2 * random();
      const top = 0.1 + 0.35 * random();
      context.fillStyle = color(random, { saturation: 35, light: [25, 75] });
      context.fillRect(x * width, top * height, wide * width, (0.75 - top) * height);
      context.fillStyle = gray(30 + 40 * random());
      const columns = 2 + Math.floor(4 * random());
      for (let row = 0; row < 6; row += 1)
        for (let column = 0; column < columns; column += 1)
          context.fillRect(
            (x + (wide * (column + 0.25)) / columns) * width,
            (top + 0.04 + row * 0.1) * height,
            (wide * 0.5 * width) / columns,
            0.055 * height,
          );
      x += wide;
    }
    context.fillStyle = gray(70 + 50 * random());
    context.fillRect(0, 0.75 * height, width, height / 4);
    const leaf = () => `hsl(${80 + 50 * random()} 40% ${20 + 30 * random()}%)`;
    for (let tree = 0; tree < 3; tree += 1) {
      context.save();
      context.translate(random() * width, 0.45 * height * random() + 0.2 * height);
      ellipses(context, { width: width / 4, height: height / 3 }, random, {
        count: 90,
        smallest: 0.03,
        style: leaf,
      });
      context.restore();
    }
    grain(context, size, random, 0.14);
  },

  car(context, size, random) {
    const { width, height } = size;
    const hue = 360 * random();
    const body = context.createLinearGradient(
      width * random(),
      0,
      width * random(),
      height * (random() - 0.5),
    );
    for (let stop = 0; stop <= 1; stop += 0.2)
      body.addColorStop(stop, `hsl(${hue} ${30 + 40 * random()}% ${15 + 55 * random()}%)`);
    context.fillStyle = body;
    context.fillRect(0, 0, width, height);
    context.fillStyle = '#16181a';
    context.beginPath();
    context.arc(random() * width, (0.7 + 0.5 * random()) * height, (0.15 + 0.2 * random()) * height, 0, 7);
    context.fill();
    context.strokeStyle = '#0008';
    context.lineWidth = width / 200;
    for (let line = 0; line < 3; line += 1) {
      context.beginPath();
      context.moveTo(0, height * random());
      context.bezierCurveTo(
        width / 3,
        height * random(),
        width / 2,
        height * random(),
        width,
        height * random(),
      );
      context.stroke();
    }
    const damage = { x: 0.7 * random(), y: 0.7 * random() };
    for (let scratch = 0; scratch < 60; scratch += 1) {
      context.strokeStyle = random() > 0.5 ? '#fff9' : '#0009';
      context.lineWidth = (width / 900) * (1 + 3 * random());
      const [x, y] = [(damage.x + 0.3 * random()) * width, (damage.y + 0.3 * random()) * height];
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + 0.2 * width * (random() - 0.3), y + 0.06 * height * (random() - 0.5));
      context.stroke();
    }
    glow(context, size, { x: random(), y: 0.2, reach: 0.5, inner: '#fff8', outer: '#fff0' });
    grain(context, size, random, 0.06);
  },

  /** Nearly nothing to see: plaster in the light of a lamp. */
  wall(context, size, random) {
    context.fillStyle = `hsl(${30 + 30 * random()} ${12 * random()}% ${55 + 25 * random()}%)`;
    context.fillRect(0, 0, size.width, size.height);
    glow(context, size, { x: random(), y: random() / 2, reach: 0.9, inner: '#fffb', outer: '#0002' });
    grain(context, size, random, 0.03);
  },

  document(context, size, random) {
    const { width, height } = size;
    context.fillStyle = `hsl(${20 + 20 * random()} 45% ${25 + 20 * random()}%)`;
    context.fillRect(0, 0, width, height);
    for (let line = 0; line < 120; line += 1) {
      context.fillStyle = `hsl(25 40% ${20 + 20 * random()}% / 40%)`;
      context.fillRect(0, height * random(), width, (height / 150) * random());
    }
    context.save();
    context.translate(width / 2, height / 2);
    context.rotate(0.3 * (random() - 0.5));
    context.fillStyle = '#f1efe9';
    const [wide, high] = [0.62 * Math.min(width, height), 0.85 * Math.min(width, height)];
    context.fillRect(-wide / 2, -high / 2, wide, high);
    context.fillStyle = '#222';
    for (let row = 0; row < 34; row += 1) {
      if (random() < 0.12) continue;
      for (let x = 0.06; x < 0.55 + 0.4 * random(); ) {
        const word = 0.02 + 0.07 * random();
        context.fillRect((x - 0.5) * wide, (0.05 + row * 0.027 - 0.5) * high, word * wide, 0.011 * high);
        x += word + 0.015;
      }
    }
    context.restore();
    glow(context, size, { x: random(), y: 0, reach: 1, inner: '#fff3', outer: '#0005' });
    grain(context, size, random, 0.05);
  },

  dashboard(context, size, random) {
    const { width, height } = size;
    context.fillStyle = '#17191c';
    context.fillRect(0, 0, width, height);
    const dials = random() < 0.5 ? [0.28, 0.72] : [0.2, 0.5, 0.8].slice(Math.floor(2 * random()));
    for (const x of dials) {
      context.strokeStyle = '#d8d8d8';
      context.lineWidth = width / 260;
      for (let tick = 0; tick < 40; tick += 1) {
        const angle = 2.4 + (tick / 40) * 4.6;
        const [inner, outer] = [(tick % 5 === 0 ? 0.13 : 0.15) * width, 0.165 * width];
        context.beginPath();
        context.moveTo(x * width + inner * Math.cos(angle), height / 2 + inner * Math.sin(angle));
        context.lineTo(x * width + outer * Math.cos(angle), height / 2 + outer * Math.sin(angle));
        context.stroke();
      }
      context.strokeStyle = '#e2452c';
      context.lineWidth = width / 120;
      const needle = 2.4 + 4.6 * random();
      context.beginPath();
      context.moveTo(x * width, height / 2);
      context.lineTo(
        x * width + 0.14 * width * Math.cos(needle),
        height / 2 + 0.14 * width * Math.sin(needle),
      );
      context.stroke();
    }
    context.fillStyle = '#cfe3ea';
    context.font = `${width / 24}px monospace`;
    context.fillText(String(Math.floor(200_000 * random())), 0.43 * width, 0.8 * height);
    glow(context, size, { x: random(), y: 0.05, reach: 0.8, inner: '#fff4', outer: '#fff0' });
    grain(context, size, random, 0.08);
  },

  /** Honest things with a pattern: bricks, a blind, woven cloth, a tiled floor. */
  pattern(context, size, random) {
    const { width, height } = size;
    const step = width / (14 + Math.floor(60 * random()));
    const kind = Math.floor(3 * random());
    context.fillStyle = color(random, { light: [40, 70] });
    context.fillRect(0, 0, width, height);
    for (let row = 0; row * step < height; row += 1) {
      for (let column = -1; column * step < width; column += 1) {
        context.fillStyle = color(random, { saturation: 25, light: [30, 65] });
        const x = (column + (kind === 0 && row % 2 === 1 ? 0.5 : 0)) * step;
        if (kind === 1) context.fillStyle = gray(90 + 110 * ((row % 2) + 0.2 * random()));
        context.fillRect(x, row * step, step * (kind === 1 ? 1 : 0.93), step * 0.9);
      }
    }
    glow(context, size, { x: random(), y: random(), reach: 0.9, inner: '#fff4', outer: '#0005' });
    grain(context, size, random, 0.12);
  },

  door(context, size, random) {
    const { width, height } = size;
    context.fillStyle = color(random, { saturation: 25, light: [60, 85] });
    context.fillRect(0, 0, width, height);
    const left = (0.2 + 0.2 * random()) * width;
    const hue = 360 * random();
    context.fillStyle = `hsl(${hue} 35% ${25 + 30 * random()}%)`;
    context.fillRect(left, 0.06 * height, 0.42 * width, 0.9 * height);
    for (const [x, y] of [
      [0.06, 0.1],
      [0.24, 0.1],
      [0.06, 0.5],
      [0.24, 0.5],
    ]) {
      context.fillStyle = `hsl(${hue} 35% ${15 + 20 * random()}%)`;
      context.fillRect(left + x * width, (0.06 + y) * height, 0.13 * width, 0.32 * height);
    }
    context.fillStyle = '#d9c27a';
    context.beginPath();
    context.arc(left + 0.395 * width, 0.52 * height, 0.014 * width, 0, 7);
    context.fill();
    context.fillStyle = gray(90);
    context.fillRect(0, 0.96 * height, width, 0.04 * height);
    glow(context, size, { x: random(), y: random(), reach: 1, inner: '#fff3', outer: '#0004' });
    grain(context, size, random, 0.1);
  },

  /** A few lamps, and next to nothing around them. */
  night(context, size, random) {
    context.fillStyle = gray(14 + 14 * random());
    context.fillRect(0, 0, size.width, size.height);
    ellipses(context, size, random, { count: 60, smallest: 0.03, style: () => gray(10 + 30 * random()) });
    for (let lamp = 0; lamp < 4; lamp += 1)
      glow(context, size, {
        x: random(),
        y: random(),
        reach: 0.06 + 0.1 * random(),
        inner: '#ffe6b0cc',
        outer: '#ffe6b000',
      });
    grain(context, size, random, 0.2);
  },

  /** Grass, leaves, gravel: small things only. */
  ground(context, size, random) {
    const hue = 30 + 90 * random();
    context.fillStyle = `hsl(${hue} 25% 35%)`;
    context.fillRect(0, 0, size.width, size.height);
    const style = () => `hsl(${hue + 30 * random()} ${40 * random()}% ${15 + 50 * random()}%)`;
    ellipses(context, size, random, { count: 2_500, smallest: 0.004, style });
    glow(context, size, { x: random(), y: random(), reach: 1, inner: '#fff3', outer: '#0006' });
    grain(context, size, random, 0.16);
  },
};

/** Things that people stand before: seen from nearer or farther, a little askew, in front of something else. */
const BACKGROUNDS = { car: 'street', dashboard: 'clutter', document: 'ground', door: 'pattern' };
/** The largest photos show no more than this: a phone's lens does not either. */
const MAX_WORLD_WIDTH = 2_400;

/** The scene, a little larger than the camera's view of it. */
globalThis.drawWorld = ({ kind, seed, width, height }) => {
  const scale = Math.min(1, MAX_WORLD_WIDTH / Math.max(width, height));
  const canvas = newCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  const random = seededNumbers(seed);
  if (BACKGROUNDS[kind] === undefined) {
    draw[kind](context, canvas, random);
    return canvas;
  }
  draw[BACKGROUNDS[kind]](context, canvas, seededNumbers(seed + 1));
  const thing = newCanvas(canvas.width, canvas.height);
  draw[kind](thing.getContext('2d'), thing, random);
  context.translate((0.25 + 0.5 * random()) * canvas.width, (0.25 + 0.5 * random()) * canvas.height);
  context.rotate(0.5 * (random() - 0.5));
  const near = 0.6 + 0.9 * random();
  context.scale(near * (0.8 + 0.4 * random()), near);
  context.drawImage(thing, -canvas.width / 2, -canvas.height / 2);
  return canvas;
};
