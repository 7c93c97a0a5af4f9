import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocateSlots,
  type Candidate,
  LIMITS,
  type Running,
} from '../../src/webhooks/delivery/allocate-slots.ts';

const idle = (): Running => ({ total: 0, unhealthy: 0, perWorkspace: new Map() });
const endpoint = (id: string, workspaceId: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  workspaceId,
  failures: 0,
  isUnhealthy: false,
  busy: 0,
  ...more,
});
const total = (shares: Map<string, number>) => [...shares.values()].reduce((sum, share) => sum + share, 0);

describe('sharing out the places', () => {
  it('should give an endpoint four places', () => {
    expect(allocateSlots([endpoint('a', 'w')], idle(), LIMITS)).toEqual(new Map([['a', 4]]));
  });

  it('should count what runs to it on any node', () => {
    expect(allocateSlots([endpoint('a', 'w', { busy: 3 })], idle(), LIMITS)).toEqual(new Map([['a', 1]]));
    expect(total(allocateSlots([endpoint('a', 'w', { busy: 4 })], idle(), LIMITS))).toBe(0);
  });

  it('should let one probe through to an endpoint whose breaker has opened', () => {
    expect(allocateSlots([endpoint('a', 'w', { failures: 5 })], idle(), LIMITS)).toEqual(new Map([['a', 1]]));
  });

  it('should let workspaces take turns when places are scarce', () => {
    const big = Array.from({ length: 20 }, (_, index) => endpoint(`big-${index}`, 'big'));
    const small = [endpoint('small-1', 'small'), endpoint('tiny-1', 'tiny')];
    const shares = allocateSlots([...big, ...small], { ...idle(), total: LIMITS.total - 3 }, LIMITS);
    expect(shares.get('small-1')).toBe(1);
    expect(shares.get('tiny-1')).toBe(1);
    expect(total(shares)).toBe(3);
  });

  it('should not let one workspace take all places', () => {
    const all = Array.from({ length: 20 }, (_, index) => endpoint(`e-${index}`, 'w'));
    expect(total(allocateSlots(all, idle(), LIMITS))).toBe(LIMITS.perWorkspace);
  });

  it('should leave room beside endpoints in trouble', () => {
    const dead = Array.from({ length: 60 }, (_, index) =>
      endpoint(`d-${index}`, `w-${index}`, { isUnhealthy: true }),
    );
    const alive = endpoint('alive', 'w-alive');
    const shares = allocateSlots([...dead, alive], idle(), LIMITS);
    expect(total(shares) - (shares.get('alive') ?? 0)).toBe(LIMITS.unhealthy);
    expect(shares.get('alive')).toBe(4);
  });

  it('should keep every limit, and leave no place empty that someone could have', () => {
    const candidates = fc
      .array(
        fc.record({
          workspaceId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
          failures: fc.constantFrom(0, 0, 0, 1, 5),
          isUnhealthy: fc.boolean(),
          busy: fc.integer({ min: 0, max: 5 }),
        }),
        { maxLength: 40 },
      )
      .map((list) => list.map((one, index) => ({ ...one, id: `e-${index}` })));
    fc.assert(
      fc.property(candidates, fc.integer({ min: 0, max: 64 }), (list, busy) => {
        const limits = { total: 64, perWorkspace: 16, perEndpoint: 4, unhealthy: 6 };
        const shares = allocateSlots(list, { ...idle(), total: busy }, limits);
        const of = (filter: (one: Candidate) => boolean) =>
          list.filter(filter).reduce((sum, { id }) => sum + (shares.get(id) ?? 0), 0);
        const cap = (one: Candidate) => Math.max(0, (one.failures >= 5 ? 1 : 4) - one.busy);
        expect(total(shares)).toBeLessThanOrEqual(64 - busy);
        expect(of(({ isUnhealthy }) => isUnhealthy)).toBeLessThanOrEqual(6);
        for (const one of list) expect(shares.get(one.id) ?? 0).toBeLessThanOrEqual(cap(one));
        for (const workspace of 'abcde') {
          expect(of(({ workspaceId }) => workspaceId === workspace)).toBeLessThanOrEqual(16);
        }
        const isFull = total(shares) === 64 - busy;
        for (const one of list.filter(({ isUnhealthy }) => !isUnhealthy)) {
          const isWorkspaceFull = of(({ workspaceId }) => workspaceId === one.workspaceId) === 16;
          expect(isFull || isWorkspaceFull || (shares.get(one.id) ?? 0) === cap(one)).toBe(true);
        }
      }),
    );
  });
});
