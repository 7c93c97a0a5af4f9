import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** Every kind of id and its prefix. An API call's id looks like a photo request's, as the spec says (2.1). */
export const ID_PREFIXES = {
  photoRequest: 'req_',
  apiCall: 'req_',
  permanentLink: 'plink_',
  template: 'tpl_',
  slotImage: 'img_',
  apiKey: 'key_',
  workspace: 'ws_',
  user: 'user_',
  photo: 'photo_',
  event: 'evt_',
  webhookEndpoint: 'we_',
  delivery: 'del_',
  mail: 'mail_',
  phoneMessage: 'msg_',
  webSession: 'sess_',
  invitation: 'inv_',
  auditEntry: 'aud_',
  note: 'note_',
  notification: 'ntf_',
  signingCertificate: 'cert_',
  archive: 'arch_',
  archiveCopy: 'copy_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Two characters at a time: every call needs an id. */
const PAIRS = Array.from({ length: 1024 }, (_, n) => ALPHABET.charAt(n >> 5) + ALPHABET.charAt(n & 31));
const TIME_CHARACTERS = 10;
const SEQUENCE_CHARACTERS = 2;
const LAST_IN_SEQUENCE = 1023;
const BEYOND_CHARACTERS = 4;
const RANDOM_BYTES = 10;
const ID_BODY = /^[0-9a-hjkmnp-tv-z]{28}$/;

/** Events are read on from an id that someone remembers; a request's creation has the id of the request (0113). */
const READ_ON_FROM: ReadonlySet<IdKind> = new Set<IdKind>(['event', 'photoRequest']);

/**
 * A clock that is set back by up to so much does not take those back: a wrong time zone is within it. What was given out
 * further ahead counts for nothing, or a clock that was years ahead once would decide for years (0141).
 */
export const MAX_SET_BACK_MS = 24 * 3_600_000;

export interface Ids {
  /**
   * A new id. Ids created by one process sort by their age, also within a millisecond; those of events and requests also after
   * its clock was set back.
   */
  next(kind: IdKind, now?: number): string;
}

/**
 * 50 bits of time, 10 bits of order within the millisecond, 80 random bits: 28 base-32 characters. Where thousands fall
 * into one millisecond, as in an import, 20 of the random bits go on counting. `newest` is the time of the newest id that
 * earlier processes gave to an event or a request.
 */
export function createIds(clock: Clock, random: Random, newest = -1): Ids {
  let newestTime = newest;
  const readOnFrom = createBodies(random);
  const others = createBodies(random);

  function withoutGoingBack(wanted: number): number {
    const behind = newestTime - clock();
    if (behind > MAX_SET_BACK_MS) newestTime = -1;
    const time = behind > 0 ? Math.max(wanted, newestTime + 1) : wanted;
    newestTime = Math.max(newestTime, time);
    return time;
  }

  return {
    next(kind, now = clock()) {
      const body = READ_ON_FROM.has(kind) ? readOnFrom(withoutGoingBack(now)) : others(now);
      return ID_PREFIXES[kind] + body;
    },
  };
}

/** What follows the prefix: each one behind all others of the same millisecond, as long as the times do not alternate. */
function createBodies(random: Random): (time: number) => string {
  let lastTime = -1;
  let sequence = 0;
  return (time) => {
    sequence = time === lastTime ? sequence + 1 : 0;
    lastTime = time;
    const start = encode(time, TIME_CHARACTERS);
    const end = encodeBytes(random(RANDOM_BYTES));
    const beyond = sequence - LAST_IN_SEQUENCE;
    if (beyond < 0) return start + encode(sequence, SEQUENCE_CHARACTERS) + end;
    const counted = encode(beyond, BEYOND_CHARACTERS) + end.slice(BEYOND_CHARACTERS);
    return start + encode(LAST_IN_SEQUENCE, SEQUENCE_CHARACTERS) + counted;
  };
}

/** The smallest id that a thing created at this time can have: turns a time filter into a range of ids. */
export function firstIdAt(kind: IdKind, milliseconds: number): string {
  return ID_PREFIXES[kind] + encode(Math.max(0, milliseconds), TIME_CHARACTERS);
}

/** When it was created. */
export function timeOfId(kind: IdKind, id: string): number {
  const start = ID_PREFIXES[kind].length;
  let time = 0;
  for (const character of id.slice(start, start + TIME_CHARACTERS)) {
    time = time * 32 + ALPHABET.indexOf(character);
  }
  return time;
}

export function isId(kind: IdKind, text: string): boolean {
  const prefix = ID_PREFIXES[kind];
  return text.startsWith(prefix) && ID_BODY.test(text.slice(prefix.length));
}

function encode(value: number, characters: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < characters; i += 2) {
    text = PAIRS[rest % 1024] + text;
    rest = Math.floor(rest / 1024);
  }
  return text;
}

/** Five bytes are eight characters exactly. */
function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 5) {
    let high = 0;
    for (let j = 0; j < 5; j++) high = high * 256 + (bytes[i + j] ?? 0);
    text += encode(high, 8);
  }
  return text;
}
