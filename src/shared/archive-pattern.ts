/** What a name in the archive can consist of. */
export const ARCHIVE_PLACEHOLDERS = {
  date: 'Day of the submission, such as 2026-01-31',
  year: 'Year of the submission',
  month: 'Month of the submission, 01 to 12',
  day: 'Day of the month, 01 to 31',
  external_id: 'Your external ID of the request, or its short code if it has none',
  code: 'Short code of the request',
  id: 'ID of the request',
  slot: 'Number of the slot, such as 01',
  slot_name: 'First words of the slot’s instructions',
  n: 'Number of the photo in its slot, retaken ones included',
  photo_id: 'ID of the photo',
} as const;

export type ArchivePlaceholder = keyof typeof ARCHIVE_PLACEHOLDERS;
export type ArchiveValues = Record<ArchivePlaceholder, string>;

export const DEFAULT_ARCHIVE_PATTERN = '{date}/{external_id}/{slot}-{n}.jpg';
export const MAX_PATTERN_LENGTH = 200;
export const MAX_PREFIX_LENGTH = 100;
/** With the prefix and what makes names distinct, less than the 1,024 bytes that S3 allows. */
const MAX_PARTS = 6;
const MAX_PART_BYTES = 140;

const PLACEHOLDER = /\{([a-z_]*)\}/g;
/** Those that tell requests apart, and photos. */
const OF_REQUEST: readonly string[] = ['external_id', 'code', 'id'];
const OF_PHOTO: readonly string[] = ['slot', 'slot_name', 'n', 'photo_id'];
/** What a file system, a shell or a URL takes for something else. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"\\|?*%#]/u;
/** Windows keeps these for devices, with any extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** What is wrong with a pattern, in words for whoever typed it. */
export function faultOfPattern(pattern: string): string | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH) return `Must have at most ${MAX_PATTERN_LENGTH} characters.`;
  const used = [...pattern.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = used.find((name) => !Object.hasOwn(ARCHIVE_PLACEHOLDERS, name));
  if (unknown !== undefined) return `{${unknown}} is not a placeholder.`;
  const literal = pattern.replace(PLACEHOLDER, 'x');
  if (/[{}]/.test(literal)) return 'Braces must enclose a placeholder, such as {date}.';
  const fault = faultOfPath(literal);
  if (fault !== undefined) return fault;
  if (pattern.split('/').length > MAX_PARTS) return `Must have at most ${MAX_PARTS - 1} folders.`;
  if (!/\.jpe?g$/i.test(pattern)) return 'Must end with .jpg.';
  if (!used.some((name) => OF_REQUEST.includes(name)))
    return 'Must contain {external_id}, {code} or {id}, or requests would overwrite each other.';
  if (!used.includes('photo_id') && !(used.includes('slot') && used.includes('n')))
    return 'Must contain {slot} and {n}, or {photo_id}, or photos would overwrite each other.';
  return undefined;
}

/** What is wrong with a folder below which everything lies. */
export function faultOfPrefix(prefix: string): string | undefined {
  if (prefix === '') return undefined;
  if (new TextEncoder().encode(prefix).length > MAX_PREFIX_LENGTH)
    return `Must have at most ${MAX_PREFIX_LENGTH} bytes.`;
  return faultOfPath(prefix);
}

function faultOfPath(path: string): string | undefined {
  // Half of a pair of surrogates is no character; Safari 16 has no `isWellFormed`.
  if (UNSAFE.test(path) || /\p{Surrogate}/u.test(path))
    return 'Must not contain control characters or any of < > : " \\ | ? * % #.';
  const parts = path.split('/');
  if (parts.some((part) => part === '')) return 'Must not begin or end with a slash, or have two in a row.';
  if (parts.some((part) => /^\.|^\s|[\s.]$/.test(part)))
    return 'No folder or file may begin with a dot or a space, or end with one.';
  return undefined;
}

/** The name of one photo. */
export function photoName(pattern: string, values: ArchiveValues): string {
  return pattern
    .split('/')
    .map((part) => safePart(fill(part, values)))
    .join('/');
}

/** The name of a file of the request as a whole: beside its photos, or named after the request where they share a folder with others. */
export function documentName(pattern: string, values: ArchiveValues, file: string): string {
  const parts = pattern.split('/').slice(0, -1);
  const end = parts.findIndex((part) => placeholdersIn(part).some((name) => OF_PHOTO.includes(name)));
  const folders = end === -1 ? parts : parts.slice(0, end);
  const isOwn = folders.some((part) => placeholdersIn(part).some((name) => OF_REQUEST.includes(name)));
  const name = isOwn ? file : `${values.external_id}-${file}`;
  return [...folders.map((part) => safePart(fill(part, values))), safePart(name)].join('/');
}

/** The same name with something before its extension. */
export function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  return `${name.slice(0, dot)}${suffix}${name.slice(dot)}`;
}

function placeholdersIn(part: string): string[] {
  return [...part.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

function fill(part: string, values: ArchiveValues): string {
  return part.replace(PLACEHOLDER, (_, name: ArchivePlaceholder) => values[name]);
}

/** Of what values may make it: never hidden, never a step up, never longer than file systems allow. */
function safePart(part: string): string {
  const extension = /\.[a-z]{3,4}$/i.exec(part)?.[0] ?? '';
  const base = part.slice(0, part.length - extension.length);
  const cut = cutToBytes(base, MAX_PART_BYTES - extension.length).replace(/^[\s.]+|[\s.]+$/g, '');
  const name = `${cut === '' ? '_' : cut}${extension}`;
  return DEVICE.test(name) ? `_${name}` : name;
}

function cutToBytes(text: string, most: number): string {
  let bytes = 0;
  let cut = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > most) break;
    cut += character;
  }
  return cut;
}
