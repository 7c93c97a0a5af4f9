import { cutToCharacters } from '../platform/text.ts';

const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Invisible, or turning the direction of what follows: good for nothing in a header but to deceive. */
const DECEIVING = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
/** Some readers decode an encoded word wherever it stands. */
const ENCODED_WORD_START = /=\?+/g;
const AROUND_ADDRESSES = /[<>"\\]+/g;

/** Text of users for a header line: whatever it is, it stays on that line and says what it seems to say. */
export function headerText(text: string, most: number): string {
  const line = text
    .toWellFormed()
    .replace(LINE_BREAKS, ' ')
    .replace(DECEIVING, '')
    .replace(ENCODED_WORD_START, '=')
    .replace(/\s+/gu, ' ')
    .trim();
  const cut = cutToCharacters(line, most);
  return cut.length < line.length ? `${cut.trimEnd()}…` : cut;
}

/** The same for the name in front of an address, which must not look like an address itself. */
export function headerName(text: string, most: number): string {
  return headerText(text.replace(AROUND_ADDRESSES, ' ').replaceAll('@', ' at '), most);
}
