import type { PageSlot, ProblemKind } from '../../../src/capture/pages/page-data.ts';

import type { Part } from '../../../src/shared/questions.ts';

export type Hint = 'blurred' | 'dark' | 'overexposed';

/** A photo as the customer sees it, wherever it is by now. */
export interface Photo {
  clientId: string;
  slot: number;
  /** Address of a small picture of it. */
  thumbnail: string;
  hint: Hint | null;
  upload: 'waiting' | 'uploading' | 'uploaded';
  /** 0 to 1. */
  progress: number;
}

/** Just taken, not yet kept. */
export interface Shot {
  clientId: string;
  slot: number;
  picture: string;
  thumbnail: string;
  hint: Hint | null;
}

/** To continue from another device: being looked up, of no use any more, or with so many photos taken there. */
export type Invitation = 'loading' | 'over' | { photos: number };

export type Screen =
  | { at: 'intro' }
  | { at: 'invited'; invitation: Invitation }
  | { at: 'questions'; part: Part }
  | { at: 'handoff' }
  | { at: 'asking'; slot: number }
  | { at: 'camera'; slot: number }
  | { at: 'review'; shot: Shot; confirming: boolean }
  | { at: 'overview' }
  | { at: 'sending' }
  | { at: 'thanks' }
  | {
      at: 'problem';
      problem: ProblemKind;
      before: 'start' | 'camera' | 'overview' | 'sending';
      slot: number;
      /** The places whose photos have to be taken again. */
      refused?: number[];
    };

export interface State {
  slots: PageSlot[];
  maxPhotos: number;
  isLink: boolean;
  screen: Screen;
  photos: Photo[];
  /** Questions that the customer has not been through yet, and those that are. */
  unanswered: Part[];
  answered: Part[];
  /** Optional slots the customer passed over. */
  skipped: number[];
  /** Places whose photos were refused while another one was under review: told right after. */
  refusedSlots: number[];
  online: boolean;
  hasSession: boolean;
  /** How many photos there are on the device that continues; null while this is the one that takes them. */
  followed: number | null;
}

export type FlowEvent =
  | { type: 'start' }
  | { type: 'desktop' }
  | { type: 'invited'; invitation: Invitation }
  | { type: 'decided' }
  | { type: 'followed'; photos: number }
  | { type: 'left-over'; clientIds: string[] }
  | { type: 'session' }
  | { type: 'camera-ready' }
  | { type: 'shot'; shot: Shot }
  | { type: 'use-photo' }
  | { type: 'retake' }
  | { type: 'skip' }
  | { type: 'back' }
  | { type: 'open-camera'; slot: number }
  | { type: 'open-overview' }
  | { type: 'remove'; clientId: string }
  | { type: 'submit' }
  | { type: 'ask'; part: Part }
  | { type: 'answered'; part: Part }
  | { type: 'submitted' }
  | { type: 'problem'; problem: ProblemKind; slot?: number }
  | { type: 'try-again' }
  | { type: 'photos'; photos: Photo[]; isFirst: boolean }
  | { type: 'progress'; clientId: string; progress: number }
  | { type: 'waiting'; clientId: string }
  | { type: 'uploaded'; clientId: string }
  | { type: 'refused'; clientIds: string[] }
  | { type: 'online'; online: boolean };

export function initialState(slots: PageSlot[], maxPhotos: number, isLink = false): State {
  return {
    slots,
    maxPhotos,
    isLink,
    screen: { at: 'intro' },
    photos: [],
    unanswered: [],
    answered: [],
    skipped: [],
    refusedSlots: [],
    online: true,
    hasSession: false,
    followed: null,
  };
}
