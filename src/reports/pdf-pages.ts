import { type PdfFont, widthsOf } from './pdf-fonts.ts';
import { pdfString, type ShowableText, showable, wrap } from './pdf-text.ts';

/** A4, in points of 1/72 inch. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;
const FOOTER_HEIGHT = 24;
const LINE_HEIGHT = 1.35;

export interface PdfPage {
  /** Drawing commands of the content stream. */
  commands: string[];
  /** Which images it shows, by their number in the document. */
  images: number[];
}

export interface TextStyle {
  font?: PdfFont;
  size?: number;
  /** 0 is black, 1 white. */
  gray?: number;
  indent?: number;
}

/** Text in lines, whose height is known before it is put anywhere. */
export interface TextBlock {
  lines: string[];
  style: TextStyle;
  height: number;
}

export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const CONTENT_HEIGHT = PAGE.height - 2 * PAGE.margin - FOOTER_HEIGHT;

/** Puts one thing under the other and turns the page when it is full. */
export function createPages() {
  const pages: PdfPage[] = [];
  let page: PdfPage = { commands: [], images: [] };
  let left = 0;
  let isAnyReplaced = false;

  function turn(): void {
    page = { commands: [], images: [] };
    pages.push(page);
    left = CONTENT_HEIGHT;
  }

  const y = () => PAGE.margin + FOOTER_HEIGHT + left;

  function shown(text: string): string {
    const { text: result, isReplaced }: ShowableText = showable(text);
    isAnyReplaced ||= isReplaced;
    return result;
  }

  function line(text: string, { font = 'regular', size = 10, gray = 0, indent = 0 }: TextStyle): void {
    const height = size * LINE_HEIGHT;
    if (left < height) turn();
    left -= height;
    page.commands.push(textCommand(text, { font, size, gray, x: PAGE.margin + indent, y: y() }));
  }

  function block(text: string, style: TextStyle): TextBlock {
    const { font = 'regular', size = 10, indent = 0 } = style;
    const lines = wrap(shown(text), widthsOf(font, size), CONTENT_WIDTH - indent);
    return { lines, style, height: lines.length * size * LINE_HEIGHT };
  }

  function put({ lines, style }: TextBlock): void {
    for (const one of lines) line(one, style);
  }

  turn();
  return {
    pages,
    isAnyReplaced: () => isAnyReplaced,

    block,
    put,
    text: (text: string, style: TextStyle = {}) => put(block(text, style)),

    space(height: number): void {
      left = Math.max(0, left - height);
    },

    /** So that what belongs together is not torn apart, if it fits on a page at all. */
    keepTogether(height: number): void {
      if (left < height && left < CONTENT_HEIGHT) turn();
    },

    rule(): void {
      page.commands.push(
        `0.8 G 0.5 w ${PAGE.margin} ${fixed(y())} m ${fixed(PAGE.width - PAGE.margin)} ${fixed(y())} l S`,
      );
    },

    image(number: number, size: { width: number; height: number }): void {
      if (left < size.height) turn();
      left -= size.height;
      page.images.push(number);
      page.commands.push(
        `q ${fixed(size.width)} 0 0 ${fixed(size.height)} ${PAGE.margin} ${fixed(y())} cm /Im${number} Do Q`,
      );
    },

    /** When all pages are there: their number is part of it. */
    footers(text: string): void {
      const words = shown(text);
      for (const [index, { commands }] of pages.entries()) {
        const style = { font: 'regular', size: 8, gray: 0.4, y: PAGE.margin } as const;
        commands.push(textCommand(words, { ...style, x: PAGE.margin }));
        const number = `${index + 1} / ${pages.length}`;
        commands.push(textCommand(number, { ...style, x: PAGE.width - PAGE.margin - number.length * 4 }));
      }
    },
  };
}

function textCommand(
  text: string,
  { font, size, gray, x, y }: { font: PdfFont; size: number; gray: number; x: number; y: number },
): string {
  return `BT ${gray} g /${font} ${size} Tf ${fixed(x)} ${fixed(y)} Td ${pdfString(text)} Tj ET`;
}

function fixed(number: number): string {
  return number.toFixed(2);
}
