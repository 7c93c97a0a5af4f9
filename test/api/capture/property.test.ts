import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { type Customer, createRequest, kept, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { anyBodyText, anyCharacter, propertyRuns, TIME_LIMIT } from '../../helpers/http/arbitrary-json.ts';

const JSON_TYPE = 'application/json';

/** What can stand in a header at all. */
const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom('', '0', '-1', '1e9', 'NaN', '2026-01-31T12:00:00.000Z', '1,2,3', 'dark', 'bytes=0-'),
  fc.double().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

describe('anything at all', () => {
  const api = useTestApp();
  let page: Customer;
  let photo: Buffer;
  let token: string;
  beforeAll(async () => {
    const { live } = await api.createWorkspace();
    ({ token } = await createRequest(api, live.key));
    page = await openPage(api, 'request', token);
    photo = await smallPhoto();
  });

  /** Mostly the good one, sometimes none, sometimes a strange one. */
  const header = (name: string, good: () => string) =>
    fc
      .oneof(
        { arbitrary: fc.constant(good), weight: 8 },
        { arbitrary: fc.constant(() => undefined), weight: 1 },
        { arbitrary: headerText.map((text) => () => text), weight: 2 },
      )
      .map((make) => () => {
        const text = make();
        return text === undefined ? {} : { [name]: text };
      });

  it(
    'should get a status below 500 from PUT /capture/photos, and leave no file without its photo',
    TIME_LIMIT,
    async () => {
      const bodies = fc.oneof(
        fc.constant(null),
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        fc.nat(2_000).map((cut) => Buffer.from(String(cut))),
        fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })).map(([at, flip]) => ({ at, flip })),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            name: fc.oneof(fc.constant('b'.repeat(22)), fc.webPath(), headerText.map(encodeURIComponent)),
            body: bodies,
            ticket: header('x-capture-ticket', () => page.tickets[0]?.[0] as string),
            slot: header('x-photo-slot', () => '0'),
            time: header('x-photo-captured-at', () => new Date(api.clock.now()).toISOString()),
            location: header('x-photo-location', () => '1,2,3'),
            hint: header('x-photo-hint', () => 'dark'),
            type: header('content-type', () => 'image/jpeg'),
          }),
          async ({ name, body, ...said }) => {
            const flipped = (at: number, flip: number) => {
              const changed = Buffer.from(photo);
              changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ flip;
              return changed;
            };
            const payload =
              body === null ? photo : Buffer.isBuffer(body) ? body : flipped(body.at, body.flip);
            const response = await api.app.inject({
              method: 'PUT',
              url: `/capture/photos/${name.replace(/^\/+/, '')}`,
              payload,
              headers: {
                'x-capture-session': page.session,
                ...Object.assign({}, ...Object.values(said).map((make) => make())),
              },
            });
            expect(response.statusCode, response.body).toBeLessThan(500);
          },
        ),
        { numRuns: propertyRuns(400) },
      );
      while (await api.services.photoUpkeep.deleteQueuedFiles()) {
        // Until nothing is left.
      }
      const { photos, files } = await kept(api);
      expect(files).toHaveLength(2 * photos.length);
    },
  );

  it.each([
    ['/capture/sessions', 'kind'],
    ['/capture/submission', 'photos'],
  ])('should get a status below 500 from POST %s', TIME_LIMIT, async (path) => {
    let address = 0;
    const post = async (raw: string, type: string, session: string) => {
      address += 1;
      const response = await api.call('POST', path, {
        raw,
        headers: { 'content-type': type, 'x-capture-session': session },
        remoteAddress: `10.9.${(address >> 8) & 255}.${address & 255}`,
      });
      expect(response.statusCode, raw).toBeLessThan(500);
    };
    const sessionBody = fc.record({
      kind: fc.constantFrom('request', 'link'),
      key: fc.oneof(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 100 }), fc.constant(token)),
      previous: fc.option(fc.string({ unit: anyCharacter, maxLength: 100 })),
    });
    const submissionBody = fc.record({
      photos: fc.option(fc.array(fc.string({ unit: anyCharacter, minLength: 22, maxLength: 22 }))),
      location: fc.option(
        fc.record({ lat: fc.double(), lng: fc.double(), accuracy: fc.option(fc.double()) }),
      ),
    });
    const wellFormed = (path.endsWith('sessions') ? sessionBody : submissionBody).map((body) =>
      JSON.stringify(body),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyBodyText, wellFormed), (raw) => post(raw, JSON_TYPE, page.session)),
      {
        numRuns: propertyRuns(400),
        examples: [['{"kind":"request","key":"\\u0000"}'], ['{"kind":"link","key":"a\\u0000"}']],
      },
    );
    await fc.assert(fc.asyncProperty(anyBodyText, headerText, headerText, post), {
      numRuns: propertyRuns(200),
    });
  });
});
