import { describe, expect, it } from 'vitest';
import { announcement } from '../../web/capture/flow/announce.ts';
import { judge } from '../../web/capture/flow/error-codes.ts';
import { isLeftOver, isSettled, mayTakePhotos, reduce } from '../../web/capture/flow/reducer.ts';
import { missingSlots } from '../../web/capture/flow/slots.ts';
import {
  type FlowEvent,
  type Hint,
  initialState,
  type Photo,
  type State,
} from '../../web/capture/flow/state.ts';

const slot = (is_required = true) => ({ instructions: 'The car', is_required });
const withSlots = (...required: boolean[]) => initialState(required.map(slot), required.length);
const free = () => initialState([], 3);
const play = (state: State, ...events: FlowEvent[]) => events.reduce(reduce, state);
const START: FlowEvent[] = [{ type: 'start' }, { type: 'camera-ready' }];

function shot(clientId: string, at: number, hint: Hint | null = null): FlowEvent {
  return { type: 'shot', shot: { clientId, slot: at, picture: 'p', thumbnail: 't', hint } };
}
function take(clientId: string, at: number): FlowEvent[] {
  return [shot(clientId, at), { type: 'use-photo' }];
}
function onServer(clientId: string, at: number): Photo {
  return { clientId, slot: at, thumbnail: 't', hint: null, upload: 'uploaded', progress: 1 };
}

describe('the way to the thank-you', () => {
  it('should go slot by slot to the overview, and from there to the end', () => {
    let state = play(withSlots(true, true), { type: 'start' });
    expect(state.screen).toEqual({ at: 'asking', slot: 0 });
    state = play(state, { type: 'camera-ready' }, ...take('a', 0));
    expect(state.screen).toEqual({ at: 'camera', slot: 1 });
    state = play(state, ...take('b', 1));
    expect(state.screen.at).toBe('overview');
    state = play(state, { type: 'submit' });
    expect(state.screen.at).toBe('sending');
    expect(play(state, { type: 'submitted' }).screen.at).toBe('thanks');
  });

  it('should come by the overview after each free photo', () => {
    const state = play(free(), ...START, ...take('a', 0));
    expect(state.screen.at).toBe('overview');
    expect(missingSlots(state)).toEqual([]);
  });

  it('should go on to a place that was left open before, and not ask for a skipped one again', () => {
    const skipped = play(withSlots(true, false, true), ...START, ...take('a', 0), { type: 'skip' });
    expect(skipped.screen).toEqual({ at: 'camera', slot: 2 });
    expect(play(skipped, ...take('c', 2)).screen.at).toBe('overview');
    const jumped = play(withSlots(true, true), { type: 'open-camera', slot: 1 }, { type: 'camera-ready' });
    expect(play(jumped, ...take('b', 1)).screen).toEqual({ at: 'camera', slot: 0 });
  });

  it('should ask for the rest of an optional set once it is begun, and for as many as it lacks', () => {
    const ofSet = { ...slot(false), set: { of: 1, min: 2 } };
    const state = { ...initialState([slot(), ofSet, ofSet, ofSet], 4), photos: [onServer('a', 0)] };
    expect(missingSlots(state)).toEqual([]);
    const begun = { ...state, photos: [onServer('a', 0), onServer('c', 2)] };
    expect(missingSlots(begun)).toEqual([1]);
    expect(play(begun, { type: 'open-overview' }, { type: 'submit' }).screen.at).toBe('overview');
    expect(missingSlots({ ...begun, photos: [...begun.photos, onServer('d', 3)] })).toEqual([]);
  });

  it('should not submit while a required photo is missing', () => {
    const state = play(withSlots(true, true), ...START, ...take('a', 0), { type: 'open-overview' });
    expect(play(state, { type: 'submit' }).screen.at).toBe('overview');
  });

  it('should ask for one photo at least where none is required', () => {
    const skipped = play(withSlots(false, false), ...START, { type: 'skip' }, { type: 'skip' });
    expect(skipped.screen.at).toBe('overview');
    expect(missingSlots(skipped)).toEqual([0]);
    expect(play(skipped, { type: 'submit' }).screen.at).toBe('overview');
    const one = play(skipped, { type: 'open-camera', slot: 1 }, { type: 'camera-ready' }, ...take('b', 1));
    expect(missingSlots(one)).toEqual([]);
    expect(play(one, { type: 'submit' }).screen.at).toBe('sending');
  });

  it('should put a retaken photo in the place of the former', () => {
    const state = play(
      free(),
      ...START,
      ...take('a', 0),
      { type: 'open-camera', slot: 0 },
      { type: 'camera-ready' },
    );
    expect(play(state, ...take('b', 0)).photos.map(({ clientId }) => clientId)).toEqual(['b']);
  });

  it('should go on after the photos that a reload brings back', () => {
    const state = play(withSlots(true, true), ...START, {
      type: 'photos',
      photos: [onServer('a', 0)],
      isFirst: true,
    });
    expect(state.screen).toEqual({ at: 'camera', slot: 1 });
  });

  it('should let a retake go on when the photos are only refreshed', () => {
    const photos = [onServer('a', 0), onServer('b', 1)];
    const retaking = play(
      withSlots(true, true),
      { type: 'photos', photos, isFirst: true },
      { type: 'start' },
    );
    expect(retaking.screen.at).toBe('overview');
    const state = play(
      retaking,
      { type: 'open-camera', slot: 0 },
      { type: 'photos', photos, isFirst: false },
    );
    expect(state.screen).toEqual({ at: 'asking', slot: 0 });
  });
});

describe('a photo with a hint', () => {
  it('should be kept at the second use, with its hint', () => {
    const once = play(free(), ...START, shot('a', 0, 'dark'), { type: 'use-photo' });
    expect(once.screen).toMatchObject({ at: 'review', confirming: true });
    expect(once.photos).toEqual([]);
    expect(play(once, { type: 'use-photo' }).photos).toMatchObject([{ clientId: 'a', hint: 'dark' }]);
  });
});

describe('trouble on the way', () => {
  it('should lead back to where the customer was', () => {
    const lost = play(withSlots(true, true), ...START, ...take('a', 0), {
      type: 'problem',
      problem: 'camera-lost',
    });
    expect(play(lost, { type: 'try-again' }).screen).toEqual({ at: 'asking', slot: 1 });
    const offline = play(
      free(),
      ...START,
      ...take('a', 0),
      { type: 'submit' },
      { type: 'problem', problem: 'offline' },
    );
    expect(play(offline, { type: 'try-again' }).screen.at).toBe('sending');
  });

  it('should lead from the overview back to it, also by way of a second problem', () => {
    const failed = play(
      free(),
      ...START,
      ...take('a', 0),
      { type: 'problem', problem: 'quota' },
      { type: 'problem', problem: 'trouble' },
    );
    expect(play(failed, { type: 'try-again' }).screen.at).toBe('overview');
  });

  it('should let the photos so far be sent although the camera is gone', () => {
    const lost = play(
      free(),
      ...START,
      ...take('a', 0),
      { type: 'open-camera', slot: 1 },
      { type: 'problem', problem: 'camera-lost' },
    );
    expect(play(lost, { type: 'open-overview' }, { type: 'submit' }).screen.at).toBe('sending');
  });

  it('should ask for a refused photo again, whatever screen it happened on', () => {
    const refused = play(withSlots(true, true), ...START, ...take('a', 0), {
      type: 'refused',
      clientIds: ['a'],
    });
    expect(refused.screen).toMatchObject({ at: 'problem', problem: 'photo-refused', slot: 0 });
    expect(play(refused, { type: 'try-again' }).screen).toEqual({ at: 'asking', slot: 0 });
  });

  it('should name all refused photos, and lead from one to the next', () => {
    const taken = play(
      withSlots(true, true, true),
      ...START,
      ...take('a', 0),
      ...take('b', 1),
      ...take('c', 2),
    );
    const one = play(taken, { type: 'submit' }, { type: 'refused', clientIds: ['a', 'c'] });
    expect(one.screen).toMatchObject({ problem: 'photo-refused', slot: 0, refused: [0, 2] });
    expect(one.photos.map(({ clientId }) => clientId)).toEqual(['b']);
    const next = play(one, { type: 'try-again' }, { type: 'camera-ready' }, ...take('d', 0));
    expect(next.screen).toEqual({ at: 'camera', slot: 2 });
    expect(play(next, ...take('e', 2)).screen).toEqual({ at: 'overview' });
  });

  it('should add to the photos it names when another one is refused meanwhile', () => {
    const taken = play(withSlots(true, true), ...START, ...take('a', 0), ...take('b', 1));
    const one = play(taken, { type: 'refused', clientIds: ['b'] }, { type: 'refused', clientIds: ['a'] });
    expect(one.screen).toMatchObject({ slot: 0, refused: [0, 1] });
    expect(play(one, { type: 'refused', clientIds: ['unknown'] })).toEqual(one);
  });

  it('should not take a photo under review away when another is refused', () => {
    const reviewing = play(withSlots(true, true), ...START, ...take('a', 0), shot('b', 1), {
      type: 'refused',
      clientIds: ['a'],
    });
    expect(reviewing.screen.at).toBe('review');
    const state = play(reviewing, { type: 'use-photo' });
    expect(state.photos.map(({ clientId }) => clientId)).toEqual(['b']);
    expect(state.screen).toMatchObject({ problem: 'photo-refused', slot: 0 });
  });

  it.each(['expired', 'submitted', 'gone', 'closed', 'not-included', 'handed-over'] as const)(
    'should end for good when the request is %s',
    (problem) => {
      const state = play(free(), ...START, { type: 'problem', problem });
      expect(play(state, { type: 'try-again' }, { type: 'start' }, { type: 'camera-ready' })).toEqual(state);
    },
  );

  it('should keep the photos on the phone while some of them were sent nowhere', () => {
    const kept = play(free(), ...START, ...take('a', 0));
    const left = play(kept, { type: 'left-over', clientIds: ['a'] });
    const elsewhere = play(kept, { type: 'followed', photos: 3 });
    expect([left, elsewhere].map(({ screen }) => isSettled(screen))).toEqual([false, false]);
    expect(isSettled(play(kept, { type: 'problem', problem: 'submitted' }).screen)).toBe(true);
  });

  it.each(['expired', 'gone'] as const)('should keep the photos when a visit to a link is %s', (problem) => {
    const visit = play(initialState([], 3, true), ...START, ...take('a', 0), { type: 'problem', problem });
    expect(visit.screen).toMatchObject({ problem: 'ended' });
    expect(isSettled(visit.screen)).toBe(false);
  });

  it('should keep the photos of what may be opened again, and only of that', () => {
    const screenOf = (problem: 'expired' | 'closed' | 'gone') =>
      play(free(), ...START, ...take('a', 0), { type: 'problem', problem }).screen;
    expect([screenOf('expired'), screenOf('closed')].map(isLeftOver)).toEqual([true, true]);
    expect([screenOf('expired'), screenOf('closed')].map(isSettled)).toEqual([false, false]);
    expect(isSettled(screenOf('gone'))).toBe(true);
  });

  it('should never take the thank-you back', () => {
    const thanks = play(free(), ...START, ...take('a', 0), { type: 'submit' }, { type: 'submitted' });
    expect(play(thanks, { type: 'problem', problem: 'offline' }).screen.at).toBe('thanks');
  });
});

describe('the back button', () => {
  const back: FlowEvent = { type: 'back' };

  it('should lead one screen back, and never out of the request before its first screen', () => {
    const inCamera = play(withSlots(true, true), ...START);
    expect(play(inCamera, back).screen).toEqual({ at: 'intro' });
    expect(play(inCamera, shot('a', 0), back).screen).toEqual({ at: 'camera', slot: 0 });
    const oneTaken = play(inCamera, ...take('a', 0));
    expect(play(oneTaken, back).screen).toEqual({ at: 'overview' });
    expect(play(oneTaken, back, back).screen).toEqual({ at: 'intro' });
    expect(play(oneTaken, back).photos).toHaveLength(1);
  });

  it('should not stop what is being sent', () => {
    const sending = play(withSlots(true), ...START, ...take('a', 0), { type: 'submit' });
    expect(play(sending, back)).toBe(sending);
  });
});

describe('continuing from another device', () => {
  it.each<[string, FlowEvent[], boolean]>([
    ['at the first screen', [], true],
    ['while it follows the phone', [{ type: 'desktop' }, { type: 'followed', photos: 1 }], false],
    ['once it was handed over', [{ type: 'followed', photos: 1 }], false],
    ['once the request was canceled', [{ type: 'problem', problem: 'closed' }], false],
  ])('should begin a session by itself only where photos are taken: %s', (_where, events, may) => {
    expect(mayTakePhotos(play(free(), ...events))).toBe(may);
  });

  it('should wait for the customer’s word, and begin only then', () => {
    const invited = play(free(), { type: 'invited', invitation: { photos: 2 } });
    expect(play(invited, { type: 'start' }, { type: 'desktop' }, { type: 'camera-ready' })).toEqual(invited);
    expect(play(invited, { type: 'decided' }, { type: 'start' }).screen.at).toBe('asking');
  });

  it('should leave a desktop the number of photos, and whoever took photos here a word about it', () => {
    const desktop = play(free(), { type: 'desktop' }, { type: 'followed', photos: 2 });
    expect(desktop).toMatchObject({ screen: { at: 'handoff' }, followed: 2, photos: [] });
    const camera = play(free(), ...START, ...take('a', 0), { type: 'followed', photos: 1 });
    expect(camera.screen).toMatchObject({ at: 'problem', problem: 'handed-over' });
  });
});

describe('what a failed call means', () => {
  const failure = (status: number, code: string) => ({ status, code, details: {}, retryAfter: null });

  it.each([
    [0, 'network'],
    [429, 'rate_limited'],
    [500, 'internal_error'],
    [503, 'service_unavailable'],
    [200, 'unknown'],
    [403, 'unknown'],
  ])('should be tried again after %i', (status, code) => {
    expect(judge(failure(status, code))).toEqual({ kind: 'retry' });
  });

  it('should be final when something in between keeps saying that a photo is too large', () => {
    const refused = failure(413, 'unknown');
    expect([0, 1].map((attempt) => judge(refused, attempt))).toEqual([{ kind: 'retry' }, { kind: 'retry' }]);
    expect(judge(refused, 2)).toEqual({ kind: 'screen', problem: 'blocked' });
    expect(judge(failure(502, 'unknown'), 2)).toEqual({ kind: 'retry' });
  });

  it.each([
    ['request_gone', 'gone'],
    ['request_expired', 'expired'],
    ['request_closed', 'closed'],
    ['request_submitted', 'submitted'],
    ['session_handed_over', 'handed-over'],
    ['quota_exceeded', 'quota'],
    ['link_busy', 'busy'],
    ['access_code_required', 'access-code'],
  ])('should show %s on its own screen', (code, problem) => {
    expect(judge(failure(409, code))).toEqual({ kind: 'screen', problem });
  });

  it.each(['ticket_used', 'photo_damaged', 'constructor'])('should be final after %s', (code) => {
    expect(judge(failure(422, code))).toEqual({ kind: 'final' });
  });
});

describe('what a screen reader hears', () => {
  const say = (key: string, values = {}) => [key, ...Object.values(values)].join(' ');
  const heard = (state: State, event: FlowEvent) => announcement(state, reduce(state, event), say);

  it('should hear of every step that moves no focus', () => {
    const camera = play(withSlots(true, true), ...START);
    expect(heard(camera, shot('a', 0))).toBe('said_taken');
    expect(heard(camera, shot('a', 0, 'blurred'))).toBe('hint_blurred');
    const kept = play(camera, ...take('a', 0));
    expect(heard(kept, { type: 'uploaded', clientId: 'a' })).toBe('said_uploaded 1');
    const overview = play(kept, { type: 'open-overview' });
    expect(heard(overview, { type: 'remove', clientId: 'a' })).toBe('said_removed');
    expect(heard({ ...kept, online: false }, { type: 'online', online: true })).toBe('online_again');
  });
});
