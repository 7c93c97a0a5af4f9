/** The pages' own surfaces; the style sheet uses the same values. */
const LIGHT_SURFACE = '#f4f6f8';
const DARK_SURFACE = '#1b2127';
const DEFAULT_ACCENT = '#0b6170';
export const WHITE = '#ffffff';
export const INK = '#000000';
/** WCAG 2.2 AA asks for 4.5 for text and 3 for controls; a little more covers the tints between. */
const TEXT_CONTRAST = 4.8;
const CONTROL_CONTRAST = 3.2;
/** By day a pale brand color stays as it is and gets an outline; by night a deep one would sink into the page. */
const ANY_CONTRAST = 1;

type Rgb = [number, number, number];

interface Accent {
  /** Fill of buttons. */
  fill: string;
  /** Their outline: where the fill is hard to tell from the surface, it is not. */
  edge: string;
  /** Text on the fill. */
  onFill: string;
  /** Accent-colored text on a surface. */
  text: string;
  /** A hint of the accent on a card. Safari mixes colors itself only since 16.2. */
  tint: string;
}

/** Whatever color a workspace chose, everything stays readable, by day and by night. */
export function accentRules(color: string | null): string {
  const chosen = chosenAccent(color);
  const light = variables(accentOn(chosen, LIGHT_SURFACE, WHITE, INK, ANY_CONTRAST));
  const dark = variables(accentOn(chosen, DARK_SURFACE, DARK_SURFACE, WHITE, CONTROL_CONTRAST));
  return `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
}

function accentOn(color: string, surface: string, card: string, towards: string, leastFill: number): Accent {
  const fill = untilContrast(color, surface, towards, leastFill);
  const text = untilContrast(color, surface, towards, TEXT_CONTRAST);
  return {
    fill,
    edge: contrast(fill, surface) >= CONTROL_CONTRAST ? fill : text,
    onFill: contrast(fill, WHITE) >= 4.5 ? WHITE : INK,
    text,
    tint: mix(card, fill, 0.12),
  };
}

/** What a workspace chose, or ours. */
export function chosenAccent(color: string | null): string {
  return (color === null ? undefined : parseColor(color)) ?? DEFAULT_ACCENT;
}

/** Contrast ratio as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function variables({ fill, edge, onFill, text, tint }: Accent): string {
  return `--accent:${fill};--accent-edge:${edge};--on-accent:${onFill};--accent-text:${text};--accent-tint:${tint}`;
}

function untilContrast(color: string, surface: string, towards: string, least: number): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(color, towards, share);
    if (contrast(mixed, surface) >= least) return mixed;
  }
  return towards;
}

function mix(color: string, towards: string, share: number): string {
  const target = channels(towards);
  const mixed = channels(color).map((value, index) => value + ((target[index] ?? 0) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Rgb;
}

const COLOR = /^#[0-9a-f]{6}$/;

/** A color as it is stored; undefined when it is none. */
export function parseColor(text: string): string | undefined {
  const color = text.toLowerCase();
  return COLOR.test(color) ? color : undefined;
}
