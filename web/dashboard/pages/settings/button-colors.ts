import { accentRules, contrast } from '../../../../src/pages/colors.ts';

export const OWN_COLOR = '#0b6170';

export interface ButtonColors {
  fill: string;
  edge: string;
  onFill: string;
  /** Of the text on the button. */
  contrast: number;
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** Taken from the very rules of the customers' pages, so that the preview cannot promise something else. */
export function buttonColors(color: string): { light: ButtonColors; dark: ButtonColors } {
  const [light = '', dark = ''] = accentRules(color).split('@media');
  return { light: read(light), dark: read(dark) };
}

function read(rules: string): ButtonColors {
  const colorOf = (name: string) => new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(rules)?.[1] ?? OWN_COLOR;
  const fill = colorOf('accent');
  const onFill = colorOf('on-accent');
  return { fill, edge: colorOf('accent-edge'), onFill, contrast: contrast(fill, onFill) };
}
