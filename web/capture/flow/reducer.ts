import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import type { Part } from '../../../src/shared/questions.ts';
import { missingSlots, nextOpenSlot, photoIn } from './slots.ts';
import type { FlowEvent, Photo, Screen, Shot, State } from './state.ts';

/** The photos that are still on the phone are kept after these: what has expired or is closed may be opened again. */
const KEEPING = new Set<ProblemKind>(['not-included', 'handed-over', 'ended', 'expired', 'closed']);
const FINAL = new Set<ProblemKind>(['submitted', 'gone', ...KEEPING]);

/** Every step of the customer's way; what happens outside (camera, network) comes in as events. */
export function reduce(state: State, event: FlowEvent): State {
  if (isFinal(state.screen)) return state;
  switch (event.type) {
    case 'start':
      return start(state);
    case 'desktop':
      return state.screen.at === 'intro' ? show(state, { at: 'handoff' }) : state;
    case 'invited':
      return show(state, { at: 'invited', invitation: event.invitation });
    case 'decided':
      return state.screen.at === 'invited' ? show(state, { at: 'intro' }) : state;
    case 'followed':
      return followed({ ...state, followed: event.photos });
    case 'session':
      return { ...state, hasSession: true };
    case 'camera-ready':
      return state.screen.at === 'asking' ? show(state, { at: 'camera', slot: state.screen.slot }) : state;
    case 'shot':
      return state.screen.at === 'camera'
        ? show(state, { at: 'review', shot: event.shot, confirming: false })
        : state;
    case 'use-photo':
      return usePhoto(state);
    case 'retake':
      return state.screen.at === 'review'
        ? leaveReview(state, { at: 'camera', slot: state.screen.shot.slot })
        : state;
    case 'skip':
      return skip(state);
    case 'back':
      return back(state);
    case 'open-camera':
      return show(state, { at: 'asking', slot: event.slot });
    case 'open-overview':
      return show(state, { at: 'overview' });
    case 'submit':
      return missingSlots(state).length === 0 ? send(state) : state;
    case 'ask':
      return show(state, { at: 'questions', part: event.part });
    case 'answered':
      return answered(state, event.part);
    case 'submitted':
      return show(state, { at: 'thanks' });
    case 'problem':
      return problem(state, event.problem, event.slot);
    case 'try-again':
      return tryAgain(state);
    case 'online':
      return { ...state, online: event.online };
    default:
      return reducePhotos(state, event);
  }
}

type PhotoEvent = Extract<
  FlowEvent,
  { type: 'photos' | 'left-over' | 'remove' | 'progress' | 'waiting' | 'uploaded' | 'refused' }
>;

function reducePhotos(state: State, event: PhotoEvent): State {
  switch (event.type) {
    case 'photos':
      return adopt({ ...state, photos: event.photos }, event.isFirst);
    case 'left-over': {
      const photos = state.photos.filter(({ clientId }) => event.clientIds.includes(clientId));
      return problem({ ...state, photos }, 'not-included');
    }
    case 'remove':
      return withoutPhoto(state, event.clientId);
    case 'progress':
      return withPhoto(state, event.clientId, { upload: 'uploading', progress: event.progress });
    case 'waiting':
      return withPhoto(state, event.clientId, { upload: 'waiting', progress: 0 });
    case 'uploaded':
      return withPhoto(state, event.clientId, { upload: 'uploaded', progress: 1 });
    case 'refused': {
      const isRefused = ({ clientId }: Photo) => event.clientIds.includes(clientId);
      const slots = state.photos.filter(isRefused).map(({ slot }) => slot);
      const without = { ...state, photos: state.photos.filter((photo) => !isRefused(photo)) };
      if (state.screen.at === 'review')
        return { ...without, refusedSlots: [...state.refusedSlots, ...slots] };
      return slots.length === 0 ? state : refused(without, slots);
    }
  }
}

/** Who shows the way to the phone goes on showing how far it is; whoever took photos here must know it is over. */
function followed(state: State): State {
  return state.screen.at === 'handoff' ? { ...state, photos: [] } : problem(state, 'handed-over');
}

function start(state: State): State {
  const { at } = state.screen;
  if (at !== 'intro' && at !== 'handoff' && at !== 'problem') return state;
  return begin(state);
}

function begin(state: State): State {
  if (state.unanswered.includes('before')) return show(state, { at: 'questions', part: 'before' });
  const slot = nextOpenSlot(state, -1);
  return slot === null ? show(state, { at: 'overview' }) : show(state, { at: 'asking', slot });
}

function send(state: State): State {
  return show(
    state,
    state.unanswered.includes('after') ? { at: 'questions', part: 'after' } : { at: 'sending' },
  );
}

/** On with what the customer was about to do; questions that are answered again were opened from the overview. */
function answered(state: State, part: Part): State {
  const isNot = (other: Part) => other !== part;
  const rest = {
    ...state,
    unanswered: state.unanswered.filter(isNot),
    answered: [...state.answered.filter(isNot), part],
  };
  if (state.answered.includes(part)) return show(rest, { at: 'overview' });
  return part === 'before' ? begin(rest) : show(rest, { at: 'sending' });
}

/** A photo with a hint is kept at the second try, so that no one keeps a bad one unawares. */
function usePhoto(state: State): State {
  if (state.screen.at !== 'review') return state;
  const { shot, confirming } = state.screen;
  if (shot.hint !== null && !confirming) return show(state, { ...state.screen, confirming: true });
  const photos = [...state.photos.filter(({ slot }) => slot !== shot.slot), keptPhoto(shot)];
  const kept = { ...state, photos, skipped: state.skipped.filter((slot) => slot !== shot.slot) };
  return leaveReview(kept, nextScreen(kept, shot.slot));
}

function leaveReview(state: State, screen: Screen): State {
  const { refusedSlots } = state;
  const left = { ...show(state, screen), refusedSlots: [] };
  return refusedSlots.length === 0 ? left : refused(left, refusedSlots);
}

/** Names these places, and those that the customer was already told of; the camera opens for the first. */
function refused(state: State, slots: number[]): State {
  const told = state.screen.at === 'problem' ? (state.screen.refused ?? []) : [];
  const all = [...new Set([...told, ...slots])].sort((a, b) => a - b);
  const { screen } = problem(state, 'photo-refused', all[0]);
  return show(state, screen.at === 'problem' ? { ...screen, refused: all } : screen);
}

/** What was taken before a reload is known a moment after the page: the camera must not ask for it again. */
function adopt(state: State, isFirst: boolean): State {
  const { screen } = state;
  if (!isFirst || (screen.at !== 'asking' && screen.at !== 'camera') || !photoIn(state, screen.slot))
    return state;
  const slot = nextOpenSlot(state, screen.slot);
  return show(state, slot === null ? { at: 'overview' } : { at: screen.at, slot });
}

function keptPhoto({ clientId, slot, thumbnail, hint }: Shot): Photo {
  return { clientId, slot, thumbnail, hint, upload: 'waiting', progress: 0 };
}

function skip(state: State): State {
  if (state.screen.at !== 'camera') return state;
  const { slot } = state.screen;
  const passed = { ...state, skipped: [...state.skipped, slot] };
  return show(passed, nextScreen(passed, slot));
}

/** What was just taken is not kept; what is being sent goes on. */
function back(state: State): State {
  const { screen, photos } = state;
  switch (screen.at) {
    case 'review':
      return leaveReview(state, { at: 'camera', slot: screen.shot.slot });
    case 'asking':
    case 'camera':
    case 'problem':
      return show(state, { at: photos.length > 0 ? 'overview' : 'intro' });
    case 'questions':
      return show(state, { at: screen.part === 'before' ? 'intro' : 'overview' });
    case 'overview':
      return show(state, { at: 'intro' });
    default:
      return state;
  }
}

/** With slots on to the next one; free photos always come by the overview, since only the customer knows when to end. */
function nextScreen(state: State, slot: number): Screen {
  const next = state.slots.length > 0 ? nextOpenSlot(state, slot) : null;
  return next === null ? { at: 'overview' } : { at: 'camera', slot: next };
}

function problem(state: State, kind: ProblemKind, slot?: number): State {
  const { screen } = state;
  if (screen.at === 'thanks') return state;
  // Only this visit to a permanent link is over: the next one takes the same photos.
  if (state.isLink && (kind === 'expired' || kind === 'gone')) return problem(state, 'ended', slot);
  const before = screen.at === 'problem' ? screen.before : placeOf(screen);
  const from = 'slot' in screen ? screen.slot : screen.at === 'review' ? screen.shot.slot : null;
  return show(state, {
    at: 'problem',
    problem: kind,
    before,
    slot: slot ?? from ?? nextOpenSlot(state, -1) ?? 0,
  });
}

function placeOf({ at }: Screen): Extract<Screen, { at: 'problem' }>['before'] {
  if (at === 'sending' || at === 'overview') return at;
  return at === 'intro' || at === 'invited' || at === 'handoff' ? 'start' : 'camera';
}

function tryAgain(state: State): State {
  const { screen } = state;
  if (screen.at !== 'problem') return state;
  if (screen.problem === 'photo-refused') return show(state, { at: 'asking', slot: screen.slot });
  if (screen.before === 'sending' || screen.before === 'overview') return show(state, { at: screen.before });
  return show(state, { at: 'asking', slot: screen.slot });
}

function withPhoto(state: State, clientId: string, change: Partial<Photo>): State {
  return {
    ...state,
    photos: state.photos.map((photo) => (photo.clientId === clientId ? { ...photo, ...change } : photo)),
  };
}

function withoutPhoto(state: State, clientId: string): State {
  return { ...state, photos: state.photos.filter((photo) => photo.clientId !== clientId) };
}

/** After these nothing can be sent any more, whatever else goes on. */
export function isFinal(screen: Screen): boolean {
  return screen.at === 'problem' && FINAL.has(screen.problem);
}

/** A device that has handed over, or whose visit has ended, begins no session of its own. */
export function mayTakePhotos({ screen, followed }: State): boolean {
  return followed === null && !isFinal(screen);
}

/** Photos on the phone cannot be sent from here any more, but perhaps when the page is opened again. */
export function isLeftOver(screen: Screen): boolean {
  return screen.at === 'problem' && KEEPING.has(screen.problem);
}

/** What this page has sent or shows is not needed on the phone any more. */
export function isSettled(screen: Screen): boolean {
  return screen.at === 'thanks' || (isFinal(screen) && !isLeftOver(screen));
}

function show(state: State, screen: Screen): State {
  return { ...state, screen };
}
