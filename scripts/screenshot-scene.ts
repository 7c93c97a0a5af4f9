import sharp from 'sharp';

/** One street, seen from three distances: what the camera of the screenshots looks at. */
const VIEWS = ['0 0 1080 1920', '180 640 720 1280', '610 905 400 711'];
const WIDTH = 1080;
const HEIGHT = 1920;

export function drawScenes(): Promise<Buffer[]> {
  return Promise.all(VIEWS.map((view) => photograph(view)));
}

/** Without grain or vignette: both would make the pictures of it many times as large. */
function photograph(view: string): Promise<Buffer> {
  return sharp(Buffer.from(street(view)))
    .resize(WIDTH, HEIGHT)
    .flatten()
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** A part of the street as SVG. The color is that of the car. */
export function street(view: string, colors = ['#3f8fd0', '#1f62a4', '#15467b']): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${view}">
<defs>${gradients(colors)}</defs>
<rect width="1080" height="1000" fill="url(#sky)"/>
<circle cx="850" cy="250" r="220" fill="url(#sun)"/>
${house(-60, 330, 330, '#c9b7a2', 3, 5)}${house(255, 210, 300, '#b9654c', 3, 6)}${house(540, 390, 300, '#d8cbb0', 3, 4)}${house(825, 270, 320, '#7f97a3', 3, 5)}
${tree(150, 930, 1)}${tree(955, 940, 1.15)}
<rect y="1000" width="1080" height="110" fill="#b3aca2"/><rect y="1100" width="1080" height="14" fill="#8d867d"/>
<rect y="1114" width="1080" height="806" fill="url(#road)"/>
<path d="M60 1920 200 1560h40L130 1920zM880 1560h40l120 360h-90z" fill="#e9e4d8" opacity=".75"/>
${car()}
</svg>`;
}

function gradients(paint: string[]): string {
  const linear = (id: string, ...stops: string[]) =>
    `<linearGradient id="${id}" x2="0" y2="1">${stops
      .map((color, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${color}"/>`)
      .join('')}</linearGradient>`;
  return (
    linear('sky', '#8fc3e6', '#d9ecf5', '#fbeedd') +
    linear('road', '#6f7378', '#54585d') +
    linear('paint', ...paint) +
    linear('glass', '#bfe0ee', '#4d7388', '#22394a') +
    linear('chrome', '#fafcfd', '#9aa7b0') +
    `<radialGradient id="sun"><stop stop-color="#fff6d8"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>` +
    `<radialGradient id="lamp"><stop stop-color="#fff"/><stop offset=".6" stop-color="#dfeef8"/><stop offset="1" stop-color="#8fa9ba"/></radialGradient>` +
    `<filter id="soft"><feGaussianBlur stdDeviation="22"/></filter>`
  );
}

function house(x: number, y: number, width: number, color: string, columns: number, rows: number): string {
  const windows: string[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const left = x + ((column + 0.5) * width) / columns - 28;
      windows.push(
        `<g transform="translate(${left} ${y + 55 + row * 118})"><rect width="56" height="80" rx="3" fill="#fffaf0"/><rect x="5" y="5" width="46" height="70" fill="${(row + column) % 3 ? '#5d7a8c' : '#8fb2c4'}"/><path d="M28 5v70M5 38h46" stroke="#fffaf0" stroke-width="4"/></g>`,
      );
    }
  }
  return `<rect x="${x}" y="${y}" width="${width}" height="${1000 - y}" fill="${color}"/><rect x="${x - 8}" y="${y - 18}" width="${width + 16}" height="26" fill="#00000030"/>${windows.join('')}`;
}

function tree(x: number, y: number, size: number): string {
  const leaves = [
    [0, -260, 120, '#4f7f4a'],
    [-80, -200, 90, '#456f42'],
    [85, -205, 95, '#5b8d52'],
    [10, -340, 85, '#6a9b5c'],
  ];
  return `<g transform="translate(${x} ${y}) scale(${size})"><rect x="-13" y="-170" width="26" height="250" fill="#6b4f3a"/>${leaves
    .map(([cx, cy, r, fill]) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`)
    .join('')}</g>`;
}

function car(): string {
  const wheel = (x: number) =>
    `<rect x="${x}" y="1440" width="120" height="180" rx="34" fill="#1c1f23"/><path d="M${x + 16} 1470v120M${x + 46} 1470v130M${x + 76} 1470v130M${x + 106} 1470v120" stroke="#33383e" stroke-width="8"/>`;
  const lamp = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 1270)"><ellipse cx="${x}" cy="1270" rx="92" ry="52" fill="#142f4d"/><ellipse cx="${x}" cy="1270" rx="80" ry="42" fill="url(#lamp)"/><circle cx="${x}" cy="1270" r="26" fill="#fff" stroke="#b9cad6" stroke-width="5"/></g>`;
  return `<ellipse cx="540" cy="1620" rx="440" ry="46" fill="#000" opacity=".55" filter="url(#soft)"/>
${wheel(170)}${wheel(790)}
<path d="M322 900q218-44 436 0l86 210q-304-34-608 0z" fill="url(#paint)"/>
<path d="M344 922q196-36 392 0l68 176q-264-28-528 0z" fill="url(#glass)"/>
<path d="M380 925 320 1094M470 915 440 1086" stroke="#ffffff55" stroke-width="26"/>
<path d="M226 1030q-66-18-76 26 6 40 84 30zM854 1030q66-18 76 26-6 40-84 30z" fill="#184f87"/>
<path d="M232 1104q308-40 616 0 92 40 100 210l-14 190q-10 46-66 52-328 24-656 0-56-6-66-52l-14-190q8-170 100-210z" fill="url(#paint)"/>
<path d="M262 1128q278-36 556 0l24 70q-302-26-604 0z" fill="#ffffff2e"/>
${lamp(250, 8)}${lamp(830, -8)}
<path d="M372 1236q168-16 336 0l-20 92q-148 12-296 0z" fill="#10161d"/>
<path d="M382 1256h316M388 1280h304M394 1304h292" stroke="url(#chrome)" stroke-width="7"/>
<circle cx="540" cy="1212" r="26" fill="url(#chrome)"/><circle cx="540" cy="1212" r="15" fill="#184f87"/>
<rect x="400" y="1382" width="280" height="78" rx="10" fill="#fdfdf8" stroke="#20262c" stroke-width="6"/>
<rect x="406" y="1388" width="36" height="66" fill="#1d4ea3"/>
<text x="558" y="1440" text-anchor="middle" font-family="DejaVu Sans Mono, monospace" font-weight="700" font-size="50" fill="#15181c">SP 2026</text>
<path d="M170 1490q370 40 740 0l-8 44q-362 34-724 0z" fill="#0f2f55"/>
<rect x="196" y="1428" width="120" height="30" rx="15" fill="#e9f2f8"/><rect x="764" y="1428" width="120" height="30" rx="15" fill="#e9f2f8"/>
<path d="M742 1352l118 34M756 1378l134 30M776 1404l70 12" stroke="#e6e9ec" stroke-width="6" stroke-linecap="round"/>
<path d="M742 1358l118 34M756 1383l134 30" stroke="#0c2947" stroke-width="4" stroke-linecap="round"/>
<path d="M862 1362q34 4 44 40-30 22-62 2-4-30 18-42z" fill="#0d2f58" opacity=".7"/>`;
}
