import { chosenAccent, contrast, INK, WHITE } from '../pages/colors.ts';

export const LIGHT_CARD = '#ffffff';
export const DARK_CARD = '#1b2127';
/** WCAG 2.2 AA for text, and for what one has to find. */
const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;
/** Shows on both cards. */
const OUTLINE = '#8a939b';

export interface Accent {
  fill: string;
  onFill: string;
  /** Of the button: where the fill is hard to tell from the card, it is not. */
  edge: string;
  darkEdge: string;
}

export function accentOf(color: string | null): Accent {
  const fill = chosenAccent(color);
  const edgeOn = (card: string) => (contrast(fill, card) >= CONTROL_CONTRAST ? fill : OUTLINE);
  return {
    fill,
    onFill: contrast(fill, WHITE) >= TEXT_CONTRAST ? WHITE : INK,
    edge: edgeOn(LIGHT_CARD),
    darkEdge: edgeOn(DARK_CARD),
  };
}
