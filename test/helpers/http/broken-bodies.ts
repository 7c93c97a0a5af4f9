const JSON_TYPE = { 'content-type': 'application/json' };

export interface BrokenBody {
  raw: string | Buffer;
  headers: Record<string, string>;
  /** The `error.code` of the 400 that it gets. */
  code: string;
}

const json = (raw: string | Buffer, code = 'invalid_json'): BrokenBody => ({ raw, headers: JSON_TYPE, code });
const sentAs = (contentType: string, raw = '{"instructions":"x"}'): BrokenBody => ({
  raw,
  headers: { 'content-type': contentType },
  code: 'unsupported_media_type',
});
const withBytes = (...bytes: number[]) =>
  Buffer.from([...Buffer.from('{"instructions":"'), ...bytes, ...Buffer.from('"}')]);

/** Bodies that no route can read, whatever it does with a good one. */
export const BROKEN_BODIES: Record<string, BrokenBody> = {
  'a cut-off object': json('{"instructions":"x"'),
  'a trailing comma': json('{"instructions":"x",}'),
  'two values': json('{"instructions":"x"}{}'),
  'single quotes': json("{'instructions':'x'}"),
  'a bare word': json('instructions'),
  'NaN for a number': json('{"instructions":"x","n":NaN}'),
  'only blanks': json('   '),
  'bytes that are not UTF-8': json(withBytes(0xff, 0xfe)),
  'a lone surrogate in UTF-8 bytes': json(withBytes(0xed, 0xa0, 0x80)),
  'a __proto__ key': json('{"instructions":"x","__proto__":{"isAdmin":true}}'),
  'a nested __proto__ key': json('{"instructions":"x","metadata":{"__proto__":"y"}}'),
  'an escaped __proto__ key': json('{"instructions":"x","metadata":{"\\u005f_proto__":"y"}}'),
  'a constructor with a prototype': json('{"instructions":"x","constructor":{"prototype":{"isAdmin":true}}}'),
  'a form': sentAs('application/x-www-form-urlencoded', 'instructions=x'),
  'JSON sent as text': sentAs('text/plain'),
  'JSON sent as another kind of JSON': sentAs('application/vnd.api+json'),
  'JSON without a content type': { ...sentAs(''), headers: {} },
  'JSON with an empty content type': sentAs(''),
  'JSON with a content type that is none': sentAs('json'),
  'JSON with a broken content type': sentAs('application/json/x; ='),
  'one byte more than 256 KB': json('{"instructions":"x"}'.padEnd(256 * 1024 + 1, ' '), 'payload_too_large'),
  'more than 256 KB of something else': {
    ...sentAs('text/plain', 'x'.repeat(300 * 1024)),
    code: 'payload_too_large',
  },
};

/** Nesting that would overflow the stack of whoever walks it by recursion. */
export function deeplyNested(open: string, close: string, depth = 100_000): string {
  return `${open.repeat(depth)}1${close.repeat(depth)}`;
}
