import { afterEach, expect, it, vi } from 'vitest';
import { createNotifications } from '../../src/notifications/service.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

afterEach(() => void vi.useRealTimers());

it('should trim notifications each hour, also after the clock was a year ahead', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let wall = YEAR;
  const after = vi.fn(async () => []);
  const { trim } = createNotifications({ clock: () => wall, members: { after } } as never);
  await trim();
  wall = 0;
  vi.advanceTimersByTime(HOUR - 1);
  await trim();
  expect(after).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await trim();
  expect(after).toHaveBeenCalledTimes(2);
});
