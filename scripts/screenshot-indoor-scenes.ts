// Places that the photos of the web application's pictures show, as SVG: `view` is the part that is seen.

const WIDTH = 900;
const HEIGHT = 1200;
const WHOLE = `0 0 ${WIDTH} ${HEIGHT}`;

function scene(view: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${view}">
<defs><linearGradient id="light" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".5"/><stop offset="1" stop-color="#000" stop-opacity=".22"/></linearGradient>
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter></defs>${content}</svg>`;
}

function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function parcel(view = WHOLE): string {
  const bars = times(
    22,
    (bar) => `<rect x="${352 + bar * 9}" y="836" width="${bar % 3 === 0 ? 6 : 3}" height="62"/>`,
  );
  return scene(
    view,
    `<rect width="900" height="1200" fill="#b5a894"/>
${times(9, (row) => times(6, (brick) => `<rect x="${brick * 170 - (row % 2) * 85}" y="${row * 82}" width="160" height="72" fill="${(row + brick) % 3 ? '#a4553f' : '#93492f'}"/>`))}
<rect x="180" width="470" height="730" fill="#e9e4da"/><rect x="210" width="410" height="730" fill="#28544c"/>
<rect x="250" y="40" width="150" height="240" rx="6" fill="#1f443d"/><rect x="430" y="40" width="150" height="240" rx="6" fill="#1f443d"/><rect x="250" y="330" width="330" height="330" rx="6" fill="#1f443d"/>
<circle cx="590" cy="330" r="17" fill="#d8b45a"/><rect y="730" width="900" height="36" fill="#8f897e"/><rect y="766" width="900" height="434" fill="#c4bdb0"/>
<path d="M130 1110h650l60 60H70z" fill="#6d5a45"/><ellipse cx="460" cy="1058" rx="340" ry="44" opacity=".4" filter="url(#soft)"/>
<path d="M210 660 300 590h420l-70 70z" fill="#d8ad74"/><path d="M650 660l70-70v350l-70 100z" fill="#a9783f"/><rect x="210" y="660" width="440" height="380" fill="#c6945a"/>
<path d="M395 660l62-70h62l-54 70v150h-70z" fill="#e6cfa4"/><rect x="320" y="760" width="270" height="170" rx="6" fill="#fdfcf8"/>
<text x="340" y="796" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="24" fill="#222">PAR-7319</text>
<path d="M340 812h180M340 824h130" stroke="#888" stroke-width="4"/><g fill="#222">${bars}</g>`,
  );
}

export function ceiling(view = WHOLE): string {
  return scene(
    view,
    `<rect width="900" height="1200" fill="#e9e5dc"/><path d="M0 0h900v520H0z" fill="#f7f4ed"/><path d="M0 520h900v22H0z" fill="#d3ccbd"/>
<rect y="542" width="900" height="658" fill="#dcd5c4"/>${times(9, (stripe) => `<rect x="${stripe * 104}" y="542" width="44" height="658" fill="#d2cab6"/>`)}
<path d="M300 90q180-70 330 40 120 90 30 230-90 110-260 70-190-30-210-170-10-110 110-170z" fill="#c9a76a" opacity=".55" filter="url(#soft)"/>
<path d="M340 140q150-60 260 30 90 80 10 180-90 90-220 50-140-40-140-140 10-80 90-120z" fill="#b98f4e" opacity=".5"/>
<path d="M390 190q100-40 170 20 50 60-10 120-80 50-160 10-80-50-60-100 20-40 60-50z" fill="#8f6a36" opacity=".55"/>
<path d="M470 420q-10 120 4 220M540 400q14 140 0 330M410 410q-8 70 2 120" stroke="#b98f4e" stroke-width="14" opacity=".5" fill="none"/>
<path d="M380 240l60 30-20 50 70 20M520 230l-30 60 60 30" stroke="#5f4522" stroke-width="5" fill="none"/>
<circle cx="760" cy="120" r="64" fill="#fffdf6"/><circle cx="760" cy="120" r="44" fill="#fff3cf"/>
<rect x="90" y="770" width="300" height="430" fill="#7f5f43"/><rect x="110" y="790" width="260" height="180" fill="#8f6d4f"/><rect x="110" y="990" width="260" height="210" fill="#8f6d4f"/><rect width="900" height="1200" fill="url(#light)" opacity=".35"/>`,
  );
}

export function meter(reading: string, view = WHOLE): string {
  const digits = [...reading];
  return scene(
    view,
    `<rect width="900" height="1200" fill="#8b9096"/>${times(12, (row) => `<path d="M0 ${row * 104}h900" stroke="#7d8288" stroke-width="5"/>`)}
<rect x="120" y="120" width="660" height="960" rx="34" fill="#d9dcdf"/><rect x="150" y="150" width="600" height="900" rx="24" fill="#f3f4f5"/>
<circle cx="450" cy="480" r="260" fill="#fff" stroke="#b6bcc2" stroke-width="16"/><circle cx="450" cy="560" r="70" fill="#eef1f3" stroke="#c9cfd4" stroke-width="5"/>
<path d="M450 560l46-34" stroke="#c5352b" stroke-width="9" stroke-linecap="round"/>${times(12, (mark) => `<rect x="447" y="496" width="6" height="14" fill="#444" transform="rotate(${mark * 30} 450 560)"/>`)}
<rect x="236" y="370" width="428" height="104" rx="10" fill="#1b1e22"/>${digits.map((digit, at) => `<rect x="${250 + at * 68}" y="384" width="58" height="76" rx="5" fill="${at > 4 ? '#a8281f' : '#33383e'}"/><text x="${279 + at * 68}" y="443" text-anchor="middle" font-family="DejaVu Sans Mono, monospace" font-weight="700" font-size="56" fill="#fff">${digit}</text>`).join('')}
<text x="450" y="344" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-size="34" fill="#444">kWh</text>
<rect x="250" y="830" width="400" height="120" rx="10" fill="#fff" stroke="#c9cfd4" stroke-width="4"/><g fill="#222">${times(34, (bar) => `<rect x="${276 + bar * 10}" y="850" width="${bar % 4 === 0 ? 7 : 3}" height="56"/>`)}</g>
<text x="450" y="936" text-anchor="middle" font-family="DejaVu Sans Mono, monospace" font-size="24" fill="#222">1 EMH00 8734 2210</text><rect width="900" height="1200" fill="url(#light)" opacity=".4"/>`,
  );
}

export function pallet(view = WHOLE): string {
  const box = (x: number, y: number) =>
    `<g transform="translate(${x} ${y})"><rect width="190" height="150" fill="#c79a62"/><rect width="190" height="150" fill="none" stroke="#9a7140" stroke-width="5"/><rect x="82" width="26" height="150" fill="#e0c795"/><rect x="18" y="96" width="52" height="36" fill="#fbfaf6"/></g>`;
  return scene(
    view,
    `<rect width="900" height="1200" fill="#aab3ba"/>${times(6, (column) => `<rect x="${column * 170}" width="14" height="720" fill="#2f6cb0"/>`)}${times(3, (shelf) => `<rect y="${150 + shelf * 210}" width="900" height="22" fill="#e0762b"/>${times(7, (item) => `<rect x="${24 + item * 128}" y="${62 + shelf * 210}" width="96" height="88" fill="${(item + shelf) % 2 ? '#b98d58' : '#8d99a3'}"/>`)}`)}
<rect y="720" width="900" height="480" fill="#8d9094"/><path d="M0 900h900" stroke="#e8c53a" stroke-width="16"/><ellipse cx="450" cy="1090" rx="400" ry="40" opacity=".45" filter="url(#soft)"/>
${times(3, (row) => times(3, (column) => box(165 + column * 190, 560 + row * 150)))}
<path d="M165 560h570v450H165z" fill="#fff" opacity=".16"/><rect x="140" y="1010" width="620" height="26" fill="#b98d58"/>${times(3, (foot) => `<rect x="${150 + foot * 260}" y="1036" width="80" height="44" fill="#94693a"/>`)}<rect x="140" y="1076" width="620" height="20" fill="#a87a48"/>
<rect x="470" y="690" width="200" height="140" rx="6" fill="#fdfdfa"/><text x="490" y="740" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="34" fill="#222">PO 4418</text><g fill="#222">${times(16, (bar) => `<rect x="${490 + bar * 10}" y="760" width="${bar % 3 ? 4 : 7}" height="50"/>`)}</g>`,
  );
}

export function room(view = WHOLE): string {
  return scene(
    view,
    `<rect width="900" height="1200" fill="#ece7dd"/><path d="M0 0h900v90L700 200H200L0 90z" fill="#faf8f3"/><path d="M200 200h500v480H200z" fill="#f1ece2"/><path d="M0 90l200 110v480L0 900z" fill="#e0d9cb"/><path d="M900 90L700 200v480l200 220z" fill="#e6dfd1"/>
<path d="M200 680h500l200 220v300H0V900z" fill="#b98a58"/>${times(9, (board) => `<path d="M${200 + board * 62} 680L${-330 + board * 195} 1200" stroke="#9c7143" stroke-width="4"/>`)}
<rect x="300" y="270" width="300" height="270" fill="#fff"/><rect x="314" y="284" width="130" height="242" fill="#a8d0e6"/><rect x="456" y="284" width="130" height="242" fill="#b7d9ea"/><path d="M314 450q70-50 130-10v86H314zM456 460q70-40 130 0v66H456z" fill="#7ba46c"/>
<rect x="330" y="570" width="240" height="90" fill="#f8f6f1"/>${times(11, (rib) => `<rect x="${338 + rib * 21}" y="574" width="12" height="82" fill="#e3ded2"/>`)}
<path d="M330 700h260l90 180H230z" fill="#fff3d0" opacity=".4"/><path d="M60 260l80 40v420l-80 90z" fill="#cdb694"/><path d="M120 560l10 4v14l-10-2z" fill="#555"/>
<path d="M640 800q60-20 90 20M660 830l70 30" stroke="#6f4b26" stroke-width="8" fill="none"/>`,
  );
}
