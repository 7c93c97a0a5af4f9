/** How a text travels as SMS: 7-bit characters when all of them are in its alphabet (3GPP TS 23.038), else UTF-16. */
export interface SmsLength {
  encoding: 'gsm7' | 'ucs2';
  /** In units of the encoding; some characters take two. */
  units: number;
  /** How many messages are sent, and paid, for it. */
  parts: number;
}

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each of these takes an escape character before it. */
const EXTENDED = '\f^{}\\[~]|€';

const GSM = { whole: 160, part: 153 };
const UCS = { whole: 70, part: 67 };

export function smsLength(text: string): SmsLength {
  const septets = septetsOf(text);
  if (septets !== undefined) return { encoding: 'gsm7', ...count(septets, GSM) };
  // A character outside of the basic plane is never split between two parts.
  const units = [...text].map((character) => character.length);
  return { encoding: 'ucs2', ...count(units, UCS) };
}

/** What each character takes; undefined when one is not in the alphabet. */
function septetsOf(text: string): number[] | undefined {
  const septets: number[] = [];
  for (const character of text) {
    if (BASIC.includes(character)) septets.push(1);
    else if (EXTENDED.includes(character)) septets.push(2);
    else return undefined;
  }
  return septets;
}

/** Parts are filled one after the other; what takes two units stays together. */
function count(sizes: number[], room: { whole: number; part: number }): { units: number; parts: number } {
  const units = sizes.reduce((sum, size) => sum + size, 0);
  if (units <= room.whole) return { units, parts: units === 0 ? 0 : 1 };
  let [parts, filled] = [1, 0];
  for (const size of sizes) {
    if (filled + size > room.part) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return { units, parts };
}

const PLAIN: Record<string, string> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  ' ': ' ',
};

/** With plain quotation marks and dashes: one typographic one would halve the room of the whole message. */
export function withPlainMarks(text: string): string {
  return text.replace(/[‘’“”„–—… ]/g, (mark) => PLAIN[mark] ?? mark);
}
