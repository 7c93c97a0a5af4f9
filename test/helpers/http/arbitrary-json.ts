import fc from 'fast-check';

/** Ends a property that hangs. What is slow only because the machine is busy must not fail. */
export const TIME_LIMIT = { timeout: 300_000 };

/**
 * How often a property is tried. Several nodes judge input as one process does, and each call takes a detour over other
 * processes: there a fifth has to show that nothing gets lost on the way.
 */
export function propertyRuns(runs: number): number {
  return process.env.TEST_CLUSTER === '1' ? runs / 5 : runs;
}

/** What is arbitrary is another on each engine: each tries half of it, and all of it with `npm run test:full`. */
export function sharedRuns(runs: number): number {
  return propertyRuns(process.env.TEST_FULL === '1' ? runs : runs / 2);
}

/** Any characters at all, lone surrogates too. The library's own `binary` takes seconds to set up. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));

/** Any text, and often one that breaks something: NUL, lone surrogates, blanks, and what is just too long. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\udc00\ud800',
    '📷',
    '\u202e',
    '\ufeff',
    '\n',
    "'; drop table workspaces; --",
    'null',
    'x'.repeat(31),
    'x'.repeat(201),
    'x'.repeat(501),
    'é'.repeat(2_000),
    '📷'.repeat(2_000),
    '📷'.repeat(2_001),
  ),
);

const anyNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1, -1, 1.5, 1e9, 1e308, 2_160, 2_161, 2 ** 31, 2 ** 53, 2 ** 63),
);

export const anyTime = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2027-01-31T12:00:00Z',
    '2027-02-30T12:00:00Z',
    '2027-01-31',
    '2027-01-31T12:00:00',
    '2027-01-31T12:00:00+14:00',
    '2027-01-31T24:00:00Z',
    '9999-12-31T23:59:59Z',
    '9999-12-31T23:59:59-12:00',
    '0000-01-01T00:00:00+12:00',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
  ),
);

export const anyJson = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 }) },
  { weight: 2, arbitrary: anyText },
  anyNumber,
  anyTime,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]),
);

const oddName = fc.oneof(
  anyText,
  fc.constantFrom(
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    'length',
    'id',
    'workspace_id',
    'status',
  ),
);

const often = <T>(valid: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: valid as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anyJson });

const metadata = fc.oneof(
  fc.dictionary(oddName, often(anyText), { maxKeys: 5 }),
  fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.string(), { minKeys: 19, maxKeys: 22 }),
);

const slots = fc.array(
  often(
    fc.record(
      { instructions: often(anyText), is_required: often(fc.boolean()), color: anyJson },
      { requiredKeys: [] },
    ),
  ),
  { maxLength: 52 },
);

/** Every field that either POST or PATCH knows, each mostly in its valid form; any of them may be missing. */
const FIELDS = {
  instructions: often(fc.oneof(anyText, fc.constant('A photo, please'))),
  expires_in_hours: often(fc.integer({ min: 0, max: 2_161 })),
  photo_slots: often(slots),
  recipient_phone: often(fc.oneof(fc.constant('+4915112345678'), anyText)),
  phone_channel: often(fc.constantFrom('sms', 'whatsapp', 'fax')),
  recipient_email: often(fc.oneof(fc.emailAddress(), anyText)),
  send_email: often(fc.boolean()),
  external_id: often(anyText),
  metadata: often(metadata),
  locale: often(fc.constantFrom('en', 'pt-BR', 'xx')),
  name: often(anyText),
  slug: often(fc.oneof(fc.stringMatching(/^[a-z0-9-]{2,31}$/), anyText)),
  is_active: often(fc.boolean()),
  expires_at: often(anyTime),
  max_submissions: often(anyNumber),
};
const knownFields = fc.record(FIELDS, { requiredKeys: [] });

/** A valid body in which a few fields were replaced, so that what lies behind the first validation is reached too. */
const nearlyValid = fc
  .tuple(
    fc.record(FIELDS),
    fc.shuffledSubarray(Object.keys(FIELDS), { maxLength: 3 }),
    fc.dictionary(oddName, anyJson, { maxKeys: 2 }),
  )
  .map(([fields, names, odd]) => {
    const replaced = Object.entries(fields).filter(([name]) => names.includes(name));
    return { instructions: 'A photo, please', name: 'A name', ...Object.fromEntries(replaced), ...odd };
  });

/** The text of a body: JSON of all kinds, with names that only raw JSON can have, and JSON that was damaged. */
export const anyBodyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: nearlyValid.map((body) => JSON.stringify(body)) },
  { weight: 4, arbitrary: knownFields.map((body) => JSON.stringify(body)) },
  { weight: 2, arbitrary: anyJson.map((body) => JSON.stringify(body)) },
  {
    weight: 1,
    arbitrary: anyJson.map((value) => {
      const json = JSON.stringify(value);
      return `{"instructions":"x","name":"x","__proto__":${json},"constructor":{"prototype":${json}},"metadata":{"__proto__":${json}}}`;
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        knownFields,
        fc.nat(),
        fc.constantFrom('', '"', '{', ',', '\\', '\u0000', '\\ud800', '1e999', '}'),
      )
      .map(([body, at, damage]) => {
        const json = JSON.stringify(body);
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + damage + json.slice(cut + 1);
      }),
  },
  { weight: 1, arbitrary: fc.nat({ max: 4_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`) },
);
