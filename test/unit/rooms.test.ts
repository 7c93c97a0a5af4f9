import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { HTTP_LIMITS } from '../../src/platform/http/limits.ts';
import { type Call, createRooms, type Rooms } from '../../src/platform/http/rooms.ts';

const { checkMs, bodyMs, bodyWindowMs, minBytesPerSecond } = HTTP_LIMITS;
/** Longer than any window, or than a body may take. */
const LONG_MS = 4 * bodyMs;

describe('a client that is still sending its body', () => {
  let now: number;
  let cut: Call[];
  let rooms: Rooms;
  let socket: { bytesRead: number };
  beforeEach(() => {
    now = 0;
    cut = [];
    rooms = createRooms(HTTP_LIMITS, (call) => cut.push(call));
    rooms.cutSlow(now);
  });

  function enter(): Call {
    socket = Object.assign({ bytesRead: 0 }, { bytesWritten: 0, writableLength: 0, destroy() {} });
    const request = { socket, complete: false, readableLength: 0 } as unknown as IncomingMessage;
    const times = { begunAt: now, bytesAtBegin: 0, bodyUntil: now + bodyMs, window: { from: now, bytes: 0 } };
    const call: Call = { surface: 'v1', network: '192.0.2.1', request, hasBody: true, ...times };
    rooms.enter(call, now);
    return call;
  }

  /** Looks as often as the server does, while so many bytes arrive each second. */
  function goOn(ms: number, bytesPerSecond: number): void {
    for (const end = now + ms; now < end; ) {
      now += checkMs;
      socket.bytesRead += (bytesPerSecond * checkMs) / 1_000;
      rooms.cutSlow(now);
    }
  }

  /** The process pauses, and with it everything that is looked at. */
  function pause(ms: number): void {
    now += ms;
    rooms.cutSlow(now);
  }

  it('should not be cut off after a pause of the process, which counts neither as slow nor as too long', () => {
    enter();
    goOn(bodyWindowMs / 2, 2 * minBytesPerSecond);
    pause(LONG_MS);
    goOn(bodyMs / 4, 2 * minBytesPerSecond);
    expect(cut).toEqual([]);
  });

  it('should be cut off after a pause when it was and is too slow', () => {
    const call = enter();
    goOn(bodyWindowMs / 2, minBytesPerSecond / 2);
    pause(LONG_MS);
    expect(cut).toEqual([]);
    goOn(bodyWindowMs / 2, minBytesPerSecond / 2);
    expect(cut).toEqual([call]);
  });

  it('should be cut off when its body takes too long, however steadily it comes', () => {
    const call = enter();
    pause(LONG_MS);
    goOn(bodyMs - checkMs, 2 * minBytesPerSecond);
    expect(cut).toEqual([]);
    goOn(2 * checkMs, 2 * minBytesPerSecond);
    expect(cut).toEqual([call]);
  });

  it('should not gain from a pause that was over before it came', () => {
    now += LONG_MS;
    const call = enter();
    rooms.cutSlow(now);
    goOn(bodyWindowMs, 0);
    expect(cut).toEqual([call]);
  });
});
