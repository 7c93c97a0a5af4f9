import { describe, expect, it, vi } from 'vitest';
import type { PageData } from '../../src/capture/pages/page-data.ts';
import { createConnection } from '../../web/capture/connection.ts';
import { createFlow } from '../../web/capture/flow/flow.ts';
import type { FlowEvent } from '../../web/capture/flow/state.ts';
import type { PhotoKeeper } from '../../web/capture/photos/keeper.ts';
import type { Session } from '../../web/capture/session.ts';

const PAGE = { kind: 'request', key: 'k', request: { slots: [], maxPhotos: 1 } } as unknown as PageData;

/** A page that comes to the front after its session is over. */
async function sessionsOpenedAfter(events: FlowEvent[]): Promise<number> {
  const flow = createFlow(PAGE);
  for (const event of events) flow.send(event);
  const open = vi.fn(async () => ({ ok: false }));
  const session = { isOver: () => true, token: () => null, open } as unknown as Session;
  await createConnection(PAGE, flow, session, {} as PhotoKeeper, () => {}).refresh();
  return open.mock.calls.length;
}

describe('a page whose session is over', () => {
  it('should get a new one when the customer comes back to it', async () => {
    expect(await sessionsOpenedAfter([])).toBe(1);
  });

  it.each<[string, FlowEvent[]]>([
    ['follows the phone', [{ type: 'desktop' }, { type: 'followed', photos: 1 }]],
    ['was handed over', [{ type: 'followed', photos: 1 }]],
    ['was canceled', [{ type: 'problem', problem: 'closed' }]],
  ])('should not take the visit back when it %s', async (_what, events) => {
    expect(await sessionsOpenedAfter(events)).toBe(0);
  });
});
