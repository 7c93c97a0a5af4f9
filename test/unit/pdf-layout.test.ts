import { describe, expect, it } from 'vitest';
import { widthsOf } from '../../src/reports/pdf-fonts.ts';
import { wrap } from '../../src/reports/pdf-text.ts';
import { layOutReport } from '../../src/reports/report-layout.ts';
import { createReportPlaces } from '../../src/reports/report-places.ts';
import { photoRequestRow, photoRow } from '../helpers/rows.ts';

/** How often a width was asked for while this was broken into lines of 500 points. */
function measured(text: string): number {
  const widthOf = widthsOf('regular', 10);
  let count = 0;
  wrap(
    text,
    (character) => {
      count += 1;
      return widthOf(character);
    },
    500,
  );
  return count;
}

describe('breaking text into lines', () => {
  it.each([
    ['without a space', 'i'.repeat(2_000)],
    ['of accented letters without a space', 'é'.repeat(2_000)],
    ['of short words', 'ab '.repeat(700)],
    ['of words that hardly fit', `${'w'.repeat(60)} `.repeat(30)],
    ['of spaces', ' '.repeat(2_000)],
  ])('should measure each character of a text %s about once', (_kind, text) => {
    expect(measured(text)).toBeLessThan(text.length * 1.1);
    // Twice the text is twice the work.
    expect(measured(text.repeat(8))).toBeLessThan(measured(text) * 8.1);
  });

  it('should fill the lines, and lose nothing but the spaces it breaks at', () => {
    const points = widthsOf('regular', 10);
    const width = (line: string) => [...line].reduce((sum, character) => sum + points(character), 0);
    const text = `The  front ${'x'.repeat(300)} and the back of the car, please. ${'Straße '.repeat(40)}`;
    const lines = wrap(text, points, 500);
    for (const [index, line] of lines.entries()) {
      expect(width(line)).toBeLessThanOrEqual(500);
      const next = lines[index + 1]?.split(' ')[0];
      if (next !== undefined) expect(width(`${line} ${next}`)).toBeGreaterThan(500);
    }
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});

describe('laying out a report', () => {
  it('should let others have their turn after every photo', async () => {
    const slots = Array.from({ length: 50 }, () => ({ instructions: 'i'.repeat(500), is_required: true }));
    const request = photoRequestRow('ws_1', { photo_slots: JSON.stringify(slots) });
    const photos = slots.map((_, slot_index) => photoRow(request, { slot_index }));
    let turns = 0;
    let isDone = false;
    const takeTurn = () => {
      turns += 1;
      if (!isDone) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    const pages = await layOutReport({ workspaceName: 'W', timeZone: 'UTC', request, photos, now: 0 });
    isDone = true;
    expect(pages.flatMap(({ images }) => images)).toHaveLength(50);
    expect(turns).toBeGreaterThanOrEqual(50);
  });
});

describe('the places for reports', () => {
  it('should be so many for a user, and so many in all', () => {
    const take = createReportPlaces({ perUser: 2, inAll: 3 });
    const leave = take('user_a');
    take('user_a');
    expect(() => take('user_a')).toThrow(
      expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 5 }),
    );
    take('user_b');
    expect(() => take('user_c')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    leave();
    leave();
    take('user_c');
    expect(() => take('user_c')).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  });
});
