import { describe, expect, it } from 'vitest';
import { createIds, firstIdAt, ID_PREFIXES, type IdKind, isId, timeOfId } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KINDS = Object.keys(ID_PREFIXES) as IdKind[];
const random = pooledRandom();

describe('ids', () => {
  it.each([
    ['photoRequest', 'req_'],
    ['apiCall', 'req_'],
    ['permanentLink', 'plink_'],
    ['apiKey', 'key_'],
    ['workspace', 'ws_'],
    ['user', 'user_'],
  ] as const)('should begin the id of a %s with %s', (kind, prefix) => {
    const id = createIds(() => NOW, random).next(kind);
    expect(id).toMatch(new RegExp(`^${prefix}[0-9a-hjkmnp-tv-z]{20,}$`));
    expect(isId(kind, id)).toBe(true);
  });

  it('should sort by age, across any lengths of time', () => {
    const times = [0, 1, 999, 1_000, NOW, NOW + 1, NOW + 31, NOW + 32, NOW + 1_024, Date.UTC(9999, 11, 31)];
    const ids = createIds(() => NOW, random);
    const created = times.map((time) => ids.next('photoRequest', time));
    expect(created.toSorted()).toEqual(created);
  });

  it('should sort by age within a millisecond, also when an import creates thousands in it', () => {
    const ids = createIds(() => NOW, random);
    const created = Array.from({ length: 5_000 }, () => ids.next('photoRequest'));
    expect(created.toSorted()).toEqual(created);
    expect(created.every((id) => isId('photoRequest', id))).toBe(true);
  });

  it.each([1, HOUR, DAY - HOUR])(
    'should sort by age after the clock was set back by %d ms',
    (milliseconds) => {
      let now = NOW;
      const ids = createIds(() => now, random);
      const before = Array.from({ length: 3 }, () => ids.next('event'));
      // Told the time before others were, and slower than they.
      ids.next('photo', NOW - 5);
      now -= milliseconds;
      const after = Array.from({ length: 3_000 }, () => ids.next('event'));
      now = NOW + 10_000;
      const created = [...before, ...after, ids.next('event')];
      expect(created.toSorted()).toEqual(created);
      expect(timeOfId('event', created.at(-1) as string)).toBe(now);
    },
  );

  it('should tell the time of all that is not read on from an id, whatever the clock was before', () => {
    let now = NOW;
    const ids = createIds(() => now, random);
    ids.next('event');
    now -= HOUR;
    expect(timeOfId('permanentLink', ids.next('permanentLink'))).toBe(now);
  });

  it('should sort by age within a millisecond also while others are ahead of the clock', () => {
    const ids = createIds(() => NOW, random, NOW + HOUR);
    const created = Array.from({ length: 8 }, () => {
      ids.next('event');
      return ids.next('auditEntry');
    });
    expect(created.toSorted()).toEqual(created);
  });

  it('should come behind the newest id of an earlier process, whatever its random bits were', () => {
    const newest = createIds(
      () => NOW,
      (count) => new Uint8Array(count).fill(255),
    ).next('event');
    const ids = createIds(() => NOW - HOUR, random, NOW);
    expect(ids.next('event') > newest).toBe(true);
  });

  it('should follow a clock that is set back by more than a day, and keep to it from there on', () => {
    let now = NOW + DAY + 1;
    const ids = createIds(() => now, random);
    ids.next('event');
    now = NOW;
    const created = [ids.next('event')];
    expect(timeOfId('event', created[0] as string)).toBe(NOW);
    now -= HOUR;
    created.push(ids.next('event'));
    expect(created.toSorted()).toEqual(created);
  });

  it('should never create one id twice, however many fall into a millisecond or whichever process creates them', () => {
    const created = new Set<string>();
    for (let process = 0; process < 20; process++) {
      const ids = createIds(() => NOW, random);
      for (let i = 0; i < 2_000; i++) created.add(ids.next('photoRequest'));
    }
    expect(created.size).toBe(40_000);
  });

  it('should have 80 random bits, each of which shows', () => {
    const idFrom = (bytes: Uint8Array) => {
      return createIds(
        () => NOW,
        (count) => {
          expect(count).toBeGreaterThanOrEqual(10);
          return bytes.slice(0, count);
        },
      ).next('photoRequest');
    };
    const created = new Set([idFrom(new Uint8Array(64))]);
    for (let bit = 0; bit < 80; bit++) {
      const bytes = new Uint8Array(64);
      bytes[bit >> 3] = 1 << (bit & 7);
      created.add(idFrom(bytes));
    }
    expect(created.size).toBe(81);
  });
});

describe('firstIdAt', () => {
  it('should lie between the ids created before a moment and those created in it', () => {
    const ids = createIds(() => NOW, random);
    for (const time of [1, NOW - 1, NOW, NOW + 1, NOW + 32]) {
      const border = firstIdAt('permanentLink', time);
      expect(ids.next('permanentLink', time - 1) < border).toBe(true);
      expect(ids.next('permanentLink', time) >= border).toBe(true);
    }
  });

  it('should lie before every id for a time before 1970', () => {
    expect(firstIdAt('photoRequest', -1)).toBe(firstIdAt('photoRequest', 0));
    expect(createIds(() => 0, random).next('photoRequest') >= firstIdAt('photoRequest', -62e12)).toBe(true);
  });
});

describe('isId', () => {
  it('should know its own kind alone', () => {
    const ids = createIds(() => NOW, random);
    for (const kind of KINDS) {
      for (const other of KINDS) {
        const same = ID_PREFIXES[kind] === ID_PREFIXES[other];
        expect(isId(kind, ids.next(other))).toBe(same);
      }
    }
  });

  const good = createIds(() => NOW, random).next('photoRequest');

  it.each([
    '',
    'req_',
    'req',
    good.slice(0, -1),
    `${good}0`,
    `${good}\n`,
    ` ${good}`,
    good.toUpperCase(),
    good.replace('req_', 'REQ_'),
    `${good.slice(0, -1)}u`,
    `${good.slice(0, -1)}\u0000`,
    '../../etc/passwd',
    `req_${'é'.repeat(28)}`,
  ])('should refuse %j', (text) => {
    expect(isId('photoRequest', text)).toBe(false);
  });
});

describe('the time of an id', () => {
  it.each([0, 1, NOW, NOW + 999, Date.UTC(9999, 11, 31)])('should be when it was created: %d', (time) => {
    expect(timeOfId('photo', createIds(() => time, random).next('photo'))).toBe(time);
  });
});
