import { describe, expect, it } from 'vitest';
import { createWaitingEndpoints } from '../../src/webhooks/delivery/waiting-endpoints.ts';

const HEALTHY = { isUnhealthy: false, busy: 0 };
const IN_DOUBT = { isUnhealthy: true, busy: 0 };

describe('endpoints that wait for a place', () => {
  function waitingOf(...ids: string[]) {
    const waiting = createWaitingEndpoints();
    for (const id of ids) waiting.add(id);
    waiting.beginLook();
    return waiting;
  }

  it('should be looked at in turn', () => {
    const waiting = waitingOf('a', 'b', 'c');
    waiting.looked({ id: 'a', ...HEALTHY }, true);
    expect(waiting.servable(1)).toEqual(['b', 'c', 'a']);
  });

  it('should be passed over until a place is free, or more is due to them', () => {
    const waiting = waitingOf('a', 'b');
    for (const id of ['a', 'b']) waiting.looked({ id, ...HEALTHY }, false);
    expect(waiting.servable(1)).toEqual([]);
    waiting.add('b');
    expect(waiting.servable(1)).toEqual(['b']);
    waiting.placesAreFree();
    expect(waiting.servable(1)).toEqual(['a', 'b']);
  });

  it('should not be passed over by a look during which a place became free', () => {
    const waiting = waitingOf('a');
    waiting.placesAreFree();
    waiting.looked({ id: 'a', ...HEALTHY }, false);
    expect(waiting.servable(1)).toEqual(['a']);
    waiting.beginLook();
    waiting.looked({ id: 'a', ...HEALTHY }, false);
    expect(waiting.servable(1)).toEqual([]);
  });

  it('should be left out while they are in doubt and there are no places for that', () => {
    const waiting = waitingOf('a', 'b');
    waiting.looked({ id: 'a', ...IN_DOUBT }, false);
    waiting.placesAreFree();
    expect(waiting.servable(0)).toEqual(['b']);
    expect(waiting.servable(1)).toEqual(['b', 'a']);
    waiting.beginLook();
    waiting.looked({ id: 'a', ...HEALTHY }, true);
    expect(waiting.servable(0)).toEqual(['b', 'a']);
  });

  it('should not be called in doubt by a look that is older than their last response', () => {
    const waiting = waitingOf('a');
    waiting.addEnded('a');
    waiting.looked({ id: 'a', ...IN_DOUBT }, true);
    expect(waiting.servable(0)).toEqual(['a']);
  });

  it('should keep others from claiming ahead only while nothing is sent to them', () => {
    const waiting = waitingOf('a', 'b');
    waiting.looked({ id: 'a', isUnhealthy: false, busy: 1 }, false);
    expect([waiting.isAnyonePassedOver(), waiting.isAnyoneUnserved()]).toEqual([true, false]);
    waiting.looked({ id: 'b', ...HEALTHY }, false);
    expect(waiting.isAnyoneUnserved()).toBe(true);
    waiting.delete('b');
    expect(waiting.isAnyoneUnserved()).toBe(false);
  });
});
