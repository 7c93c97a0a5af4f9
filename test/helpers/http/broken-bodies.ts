const JSON_TYPE = { 'content-type': 'application/json' };

export interface BrokenBody {
  raw: string | Buffer;
  headers: Record<string, string>;
  /** The `error.code` of the 400 that it gets. */
  code: string;
}

/** Bodies that no route can read, whatever it does with a good one. */
export const BROKEN_BODIES: Record<string, BrokenBody> = {
  'a cut-off object': { raw: '{"instructions":"x"', headers: JSON_TYPE, code: 'invalid_json' },
  'a trailing comma': { raw: '{"instructions":"x",}', headers: JSON_TYPE, code: 'invalid_json' },
  'two values': { raw: '{"instructions":"x"}{}', headers: JSON_TYPE, code: 'invalid_json' },
  'single quotes': { raw: "{'instructions':'x'}", headers: JSON_TYPE, code: 'invalid_json' },
  'a bare word': { raw: 'instructions', headers: JSON_TYPE, code: 'invalid_json' },
  'NaN for a number': { raw: '{"instructions":"x","n":NaN}', headers: JSON_TYPE, code: 'invalid_json' },
  'only blanks': { raw: '   ', headers: JSON_TYPE, code: 'invalid_json' },
  'bytes that are not UTF-8': {
    raw: Buffer.from([...Buffer.from('{"instructions":"'), 0xff, 0xfe, ...Buffer.from('"}')]),
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'a lone surrogate in UTF-8 bytes': {
    raw: Buffer.from([...Buffer.from('{"instructions":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'a __proto__ key': {
    raw: '{"instructions":"x","__proto__":{"isAdmin":true}}',
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'a nested __proto__ key': {
    raw: '{"instructions":"x","metadata":{"__proto__":"y"}}',
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'an escaped __proto__ key': {
    raw: '{"instructions":"x","metadata":{"\\u005f_proto__":"y"}}',
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'a constructor with a prototype': {
    raw: '{"instructions":"x","constructor":{"prototype":{"isAdmin":true}}}',
    headers: JSON_TYPE,
    code: 'invalid_json',
  },
  'a form': {
    raw: 'instructions=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    code: 'unsupported_media_type',
  },
  'JSON sent as text': {
    raw: '{"instructions":"x"}',
    headers: { 'content-type': 'text/plain' },
    code: 'unsupported_media_type',
  },
  'JSON sent as another kind of JSON': {
    raw: '{"instructions":"x"}',
    headers: { 'content-type': 'application/vnd.api+json' },
    code: 'unsupported_media_type',
  },
  'JSON without a content type': {
    raw: '{"instructions":"x"}',
    headers: {},
    code: 'unsupported_media_type',
  },
  'JSON with an empty content type': {
    raw: '{"instructions":"x"}',
    headers: { 'content-type': '' },
    code: 'unsupported_media_type',
  },
  'JSON with a content type that is none': {
    raw: '{"instructions":"x"}',
    headers: { 'content-type': 'json' },
    code: 'unsupported_media_type',
  },
  'JSON with a broken content type': {
    raw: '{"instructions":"x"}',
    headers: { 'content-type': 'application/json/x; =' },
    code: 'unsupported_media_type',
  },
  'one byte more than 256 KB': {
    raw: '{"instructions":"x"}'.padEnd(256 * 1024 + 1, ' '),
    headers: JSON_TYPE,
    code: 'payload_too_large',
  },
  'more than 256 KB of something else': {
    raw: 'x'.repeat(300 * 1024),
    headers: { 'content-type': 'text/plain' },
    code: 'payload_too_large',
  },
};

/** Nesting that would overflow the stack of whoever walks it by recursion. */
export function deeplyNested(open: string, close: string, depth = 100_000): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
