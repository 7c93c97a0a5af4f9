import { describe, expect, it } from 'vitest';
import type { PageData } from '../../src/capture/pages/page-data.ts';
import { createFlow } from '../../web/capture/flow/flow.ts';
import { createSubmission } from '../../web/capture/submission.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const slot = { instructions: 'The car', is_required: true };
const PAGE = { request: { slots: [slot, slot], maxPhotos: 2 } } as PageData;

/** Two photos on the server, the customer has pressed "send", and the server responds with an error. */
function submitWith(status: number, code: string, missing: string[] = [], onPhone: string[] = []) {
  const flow = createFlow(PAGE);
  const photos = ['a', 'b'].map((clientId, at) => ({
    ...{ clientId, slot: at, thumbnail: 't', hint: null },
    ...{ upload: 'uploaded' as const, progress: 1 },
  }));
  flow.send({ type: 'photos', photos, isFirst: true });
  flow.send({ type: 'submit' });
  const deleted: string[] = [];
  const leftOver: string[] = [];
  createSubmission({
    flow,
    session: { token: () => 's', open: async () => {} },
    photoQueue: {
      uploader: { isIdle: () => true },
      sendAgain: async (clientIds) => clientIds.filter((clientId) => !onPhone.includes(clientId)),
      delete: async (clientIds) => void deleted.push(...clientIds),
      leaveOver: async (clientIds) => void leftOver.push(...clientIds),
    },
    send: async () => ({
      ok: false,
      failure: { status, code, details: { photos: missing }, retryAfter: null },
    }),
    answers: {},
    questions: undefined,
    position: () => null,
    isOnline: () => true,
  }).go();
  const untilShown = (screen: object) => waitUntil(() => expect(flow.state().screen).toMatchObject(screen));
  return { flow, deleted, leftOver, untilShown };
}

describe('a submission that the server does not take', () => {
  it.each(['photo_refused', 'photos_missing'])('should ask for the photo again after %s', async (code) => {
    const { flow, deleted, untilShown } = submitWith(422, code, ['b']);
    await untilShown({ at: 'problem', problem: 'photo-refused', slot: 1 });
    expect(flow.state().photos.map(({ clientId }) => clientId)).toEqual(['a']);
    expect(deleted).toEqual(['b']);
  });

  it('should send a photo again that the server lacks and the phone still has', async () => {
    const { flow, deleted } = submitWith(409, 'photos_missing', ['b'], ['b']);
    await waitUntil(() =>
      expect(flow.state().photos.map(({ upload }) => upload)).toEqual(['uploaded', 'waiting']),
    );
    expect(flow.state().screen.at).toBe('sending');
    expect(deleted).toEqual([]);
  });

  it('should not be called sent when it was submitted before without some of the photos', async () => {
    const { flow, deleted, leftOver, untilShown } = submitWith(409, 'photos_not_included', ['b']);
    await untilShown({ at: 'problem', problem: 'not-included' });
    expect(flow.state().photos.map(({ clientId }) => clientId)).toEqual(['b']);
    expect([deleted, leftOver]).toEqual([[], ['b']]);
  });

  it.each([
    ['slots_missing', 422, { at: 'problem', problem: 'trouble' }],
    ['request_submitted', 409, { at: 'thanks' }],
    ['request_closed', 410, { at: 'problem', problem: 'closed' }],
    ['invalid_parameter', 400, { at: 'problem', problem: 'trouble' }],
  ])('should not spin for ever after %s', async (code, status, shown) => {
    await submitWith(status, code).untilShown(shown);
  });
});
