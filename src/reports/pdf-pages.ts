import { SIGNATURE_FRAME } from '../shared/questions.ts';
import type { EmbeddedFonts } from './embedded-fonts.ts';
import type { FontWeight } from './font-faces.ts';
import { fixed, lineCommand } from './pdf-text.ts';
import type { SetLines, TypesetLine } from './typesetting.ts';

/** A4, in points of 1/72 inch. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;
const FOOTER_HEIGHT = 24;
const LINE_HEIGHT = 1.4;
/** How far above the bottom of its line a text stands, by its size. */
const DESCENT = 0.32;

export interface PdfPage {
  /** Drawing commands of the content stream. */
  commands: string[];
  /** Which images it shows, by their number in the document. */
  images: number[];
}

export interface TextStyle {
  weight?: FontWeight;
  size?: number;
  /** 0 is black, 1 white. */
  gray?: number;
}

/** Text in lines, whose height is known before it is put anywhere. */
export interface TextBlock {
  lines: TypesetLine[];
  style: TextStyle;
  height: number;
}

export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const CONTENT_HEIGHT = PAGE.height - 2 * PAGE.margin - FOOTER_HEIGHT;

/** Puts one thing under the other and begins a new page when it is full. */
export function createPages({ setLines, fonts }: { setLines: SetLines; fonts: EmbeddedFonts }) {
  const pages: PdfPage[] = [];
  let page: PdfPage = { commands: [], images: [] };
  let left = 0;
  let isAnyReplaced = false;

  function newPage(): void {
    page = { commands: [], images: [] };
    pages.push(page);
    left = CONTENT_HEIGHT;
  }

  const y = () => PAGE.margin + FOOTER_HEIGHT + left;

  /** Takes the height of a line, and returns where its text stands. */
  function takeLine(size: number): number {
    const height = size * LINE_HEIGHT;
    if (left < height) newPage();
    left -= height;
    return y() + size * DESCENT;
  }

  function block(text: string, style: TextStyle): TextBlock {
    const { weight = 'regular', size = 10 } = style;
    const { lines, isReplaced } = setLines(text, { weight, size, width: CONTENT_WIDTH });
    isAnyReplaced ||= isReplaced;
    return { lines, style, height: lines.length * size * LINE_HEIGHT };
  }

  function put({ lines, style: { size = 10, gray = 0 } }: TextBlock): void {
    for (const { runs, width, isRightToLeft } of lines) {
      const line = takeLine(size);
      const x = isRightToLeft ? PAGE.width - PAGE.margin - width : PAGE.margin;
      page.commands.push(lineCommand(runs, fonts, { size, gray, x, y: line }));
    }
  }

  newPage();
  return {
    pages,
    isAnyReplaced: () => isAnyReplaced,

    block,
    put,
    text: (text: string, style: TextStyle = {}) => put(block(text, style)),

    /** In one line, each character as wide as the other. */
    code(ascii: string, size: number): void {
      const hex = Buffer.from(ascii, 'latin1').toString('hex');
      const line = fixed(takeLine(size));
      page.commands.push(`BT 0 g /Mono ${size} Tf ${PAGE.margin} ${line} Td <${hex}> Tj ET`);
    },

    space(height: number): void {
      left = Math.max(0, left - height);
    },

    /** So that what belongs together is not torn apart, if it fits on a page at all. */
    keepTogether(height: number): void {
      if (left < height && left < CONTENT_HEIGHT) newPage();
    },

    /** Between what stands above each other: none at the top of a page. */
    rule(): void {
      if (left === CONTENT_HEIGHT) return;
      page.commands.push(
        `0.8 G 0.5 w ${PAGE.margin} ${fixed(y())} m ${fixed(PAGE.width - PAGE.margin)} ${fixed(y())} l S`,
      );
    },

    image(number: number, size: { width: number; height: number }): void {
      if (left < size.height) newPage();
      left -= size.height;
      page.images.push(number);
      page.commands.push(
        `q ${fixed(size.width)} 0 0 ${fixed(size.height)} ${PAGE.margin} ${fixed(y())} cm /Im${number} Do Q`,
      );
    },

    /** Lines of points in the frame of a signature, as wide as this. */
    drawing(lines: string[], width: number): void {
      const scale = width / SIGNATURE_FRAME.width;
      const height = SIGNATURE_FRAME.height * scale;
      if (left < height) newPage();
      left -= height;
      const point = (pair: string) => {
        const [across = 0, down = 0] = pair.split(',').map(Number);
        return `${fixed(PAGE.margin + across * scale)} ${fixed(y() + height - down * scale)}`;
      };
      for (const line of lines) {
        const [first = '0,0', ...rest] = line.split(' ');
        // A dot is a line to itself.
        const course = (rest.length === 0 ? [first] : rest).map((pair) => `${point(pair)} l`).join(' ');
        page.commands.push(`q 0 G 1.2 w 1 J 1 j ${point(first)} m ${course} S Q`);
      }
    },

    /** When all pages are there: their number is part of it. */
    footers(text: string): void {
      const size = 8;
      for (const [index, { commands }] of pages.entries()) {
        const number = `${index + 1} / ${pages.length}`;
        for (const words of [text, number]) {
          const [line] = setLines(words, { weight: 'regular', size, width: CONTENT_WIDTH }).lines;
          if (line === undefined) continue;
          const x = words === number ? PAGE.width - PAGE.margin - line.width : PAGE.margin;
          commands.push(lineCommand(line.runs, fonts, { size, gray: 0.4, x, y: PAGE.margin }));
        }
      }
    },
  };
}
