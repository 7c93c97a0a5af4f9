import { openSync, readSync, writeSync } from 'node:fs';
import type { Clock } from '../../../src/platform/clock.ts';
import { createIds, ID_PREFIXES, type Ids } from '../../../src/platform/ids.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import type { TestClock } from '../app/test-clock.ts';

// The test's clock for processes of their own: a file that all of them have open. The test's time mostly stands still,
// which it does nowhere else, so the order within a millisecond is kept there too: [runs, time, time of the last id, its
// number].

const SIZE = 4;
const [RUNS, TIME, LAST_TIME, LAST_NUMBER] = [0, 1, 2, 3];
const MAX_PER_MILLISECOND = 1023;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;

export interface SharedTime {
  clock: Clock;
  /** Those of all processes sort by their age, as those of one do. */
  ids: Ids;
}

export function openSharedTime(file: string): SharedTime {
  const descriptor = openSync(file, 'r+');
  const state = new Float64Array(SIZE);
  const read = () => readSync(descriptor, state, 0, state.byteLength, 0);
  const clock = () => {
    read();
    const time = state[TIME] as number;
    return state[RUNS] === 1 ? Date.now() + time : time;
  };
  const own = createIds(clock, pooledRandom());

  function numberAt(now: number): number {
    read();
    const next = (state[LAST_NUMBER] as number) + 1;
    state[LAST_NUMBER] = state[LAST_TIME] === now ? Math.min(next, MAX_PER_MILLISECOND) : 0;
    state[LAST_TIME] = now;
    writeSync(descriptor, state, LAST_TIME * 8, 16, LAST_TIME * 8);
    return state[LAST_NUMBER];
  }

  return {
    clock,
    ids: {
      next(kind, now = clock()) {
        const id = own.next(kind, now);
        const start = ID_PREFIXES[kind].length + TIME_CHARACTERS;
        const number = numberAt(now);
        return `${id.slice(0, start)}${ALPHABET[number >> 5]}${ALPHABET[number & 31]}${id.slice(start + 2)}`;
      },
    },
  };
}

/** Writes the time into the file, now and whenever the test moves its clock; `onMove` hears by how much. */
export function shareTime(file: string, clock: TestClock, onMove: (milliseconds: number) => void): void {
  const { advance, set } = clock;
  const descriptor = openSync(file, 'w');
  writeSync(descriptor, new Float64Array(SIZE));
  const tell = () => {
    const time = clock.runs ? clock.now() - Date.now() : clock.now();
    writeSync(descriptor, new Float64Array([clock.runs ? 1 : 0, time]), 0, 16, 0);
  };
  const told = (move: (milliseconds: number) => void) => (milliseconds: number) => {
    const before = clock.now();
    move(milliseconds);
    tell();
    onMove(clock.now() - before);
  };
  Object.assign(clock, { advance: told(advance), set: told(set) });
  tell();
}
