import fc from 'fast-check';
import { anyCharacter } from './arbitrary-json.ts';

const PIECES = [
  '\r\n',
  '\n',
  '\r',
  '\u0000',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u000b',
  '\t',
  '"',
  '\\',
  '<',
  '>',
  ',',
  ';',
  ':',
  '(',
  ')',
  '@',
  '=?utf-8?Q?',
  '=0D=0A',
  '?=',
  '=?utf-8?B?DQpCY2M6IGE=?=',
  'Bcc: evil@example.com',
  '<evil@example.com>',
  '\r\n\r\n<script>',
  '\ud800',
  'é',
  'ب',
  '👩‍🔧',
  ' ',
  'Acme',
  'x'.repeat(1_000),
];

/** What someone would call a workspace who wants a header of an email to be something else. */
export const hostileText = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.string({ unit: anyCharacter, maxLength: 200 }),
);
