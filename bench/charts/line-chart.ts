import { type Axis, linearAxis, logAxis, logValueAxis } from './axis.ts';
import type { Curve } from './curve.ts';

const WIDTH = 800;
const HEIGHT = 420;
const PLOT = { left: 72, right: 590, top: 56, bottom: 356 };
const LABEL_GAP = 17;
/** Of each series, on white and on nearly black; they differ in lightness too, for eyes that see no colors. */
const COLORS = [
  { light: '#0b5fa5', dark: '#6cb6ff' },
  { light: '#b34700', dark: '#ffa657' },
  { light: '#1a7f5a', dark: '#56d4a4' },
  { light: '#8a3ab9', dark: '#d2a8ff' },
  { light: '#5c6570', dark: '#c2c9d1' },
];
/** So that no one needs the colors. */
const MARKS = ['circle', 'square', 'triangle', 'diamond', 'cross'] as const;

interface PlacedSeries {
  name: string;
  number: number;
  points: { x: number; y: number }[];
}

/** A picture of the curve that can be read on a light and on a dark page, without any script. */
export function lineChart(curve: Curve): string {
  const points = curve.series.flatMap((series) => series.points);
  if (points.length === 0) throw new Error(`${curve.name}: there is nothing to draw`);
  const x = logAxis(
    points.map((point) => point.x),
    { from: PLOT.left, to: PLOT.right },
  );
  const yAxis = curve.isLogY ? logValueAxis : linearAxis;
  const y = yAxis(
    points.map((point) => point.y),
    { from: PLOT.bottom, to: PLOT.top },
  );
  const placed = curve.series.map((series, number) => ({
    name: series.name,
    number,
    points: series.points.map((point) => ({ x: x.place(point.x), y: y.place(point.y) })),
  }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title figures">`,
    `<title id="title">${escaped(curve.title)}</title>`,
    `<desc id="figures">${escaped(figuresOf(curve))}</desc>`,
    `<style>${styles(placed.length)}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="heading" x="${PLOT.left - 52}" y="30">${escaped(curve.title)}</text>`,
    ...frame(curve, x, y),
    ...placed.map(line),
    ...labels(placed),
    '</svg>\n',
  ].join('\n');
}

/** The same for whoever cannot see it. */
function figuresOf({ series, xLabel, yLabel }: Curve): string {
  const lines = series.map(({ name, points }) => {
    const figures = points.map((point) => `${shown(point.x)}: ${shown(Number(point.y.toPrecision(3)))}`);
    return `${name}: ${figures.join(', ')}.`;
  });
  return `${yLabel}, by ${xLabel}. ${lines.join(' ')}`;
}

function styles(series: number): string {
  const colors = (scheme: 'light' | 'dark') =>
    Array.from({ length: series }, (_, number) => {
      const color = COLORS[number % COLORS.length]?.[scheme];
      return `.s${number}{stroke:${color};fill:${color}}`;
    }).join('');
  return [
    'text{font:13px system-ui,sans-serif;fill:#1f2328;stroke:none}.heading{font-size:15px;font-weight:600}',
    '.paper{fill:#fff}.grid{stroke:#d8dee4}.axis{stroke:#6e7781}.line{fill:none;stroke-width:2}.quiet{fill:#57606a}',
    colors('light'),
    '.s0.line,.s1.line,.s2.line,.s3.line,.s4.line{fill:none}',
    '@media (prefers-color-scheme:dark){text{fill:#e6edf3}.paper{fill:#0d1117}.grid{stroke:#30363d}',
    `.axis{stroke:#8b949e}.quiet{fill:#9da7b1}${colors('dark')}`,
    '.s0.line,.s1.line,.s2.line,.s3.line,.s4.line{fill:none}}',
  ].join('');
}

function frame({ xLabel, yLabel }: Curve, x: Axis, y: Axis): string[] {
  const { left, right, top, bottom } = PLOT;
  const middle = (top + bottom) / 2;
  return [
    ...y.ticks.flatMap((tick) => {
      const at = rounded(y.place(tick));
      return [
        `<path class="grid" d="M${left} ${at}H${right}"/>`,
        `<text class="quiet" x="${left - 8}" y="${at + 4}" text-anchor="end">${shown(tick)}</text>`,
      ];
    }),
    ...x.ticks.map((tick) => {
      const at = rounded(x.place(tick));
      return `<text class="quiet" x="${at}" y="${bottom + 20}" text-anchor="middle">${shown(tick)}</text>`;
    }),
    `<path class="axis" d="M${left} ${bottom}H${right}"/>`,
    `<text x="${(left + right) / 2}" y="${bottom + 46}" text-anchor="middle">${escaped(xLabel)}</text>`,
    `<text transform="translate(22 ${middle}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>`,
  ];
}

function line({ number, points }: PlacedSeries): string {
  const path = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`);
  const marks = points.map(({ x, y }) => mark(number, rounded(x), rounded(y)));
  return `<path class="s${number} line" d="${path.join('')}"/><path class="s${number}" d="${marks.join('')}"/>`;
}

function mark(number: number, x: number, y: number): string {
  switch (MARKS[number % MARKS.length]) {
    case 'circle':
      return `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`;
    case 'square':
      return `M${x - 4} ${y - 4}h8v8h-8z`;
    case 'triangle':
      return `M${x} ${y - 5}l5 9h-10z`;
    case 'diamond':
      return `M${x} ${y - 5}l5 5l-5 5l-5 -5z`;
    default:
      return `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
  }
}

/** Beside the end of each line, moved apart where they would cover each other. */
function labels(series: PlacedSeries[]): string[] {
  const ends = series
    .map(({ name, number, points }) => ({ name, number, y: points.at(-1)?.y ?? PLOT.bottom }))
    .sort((a, b) => a.y - b.y);
  let below = Number.NEGATIVE_INFINITY;
  for (const end of ends) {
    end.y = Math.max(end.y, below + LABEL_GAP);
    below = end.y;
  }
  return ends.flatMap(({ name, number, y }) => {
    const at = rounded(y);
    return [
      `<path class="s${number}" d="${mark(number, PLOT.right + 18, at)}"/>`,
      `<text x="${PLOT.right + 30}" y="${at + 4}">${escaped(name)}</text>`,
    ];
  });
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 3 });
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
