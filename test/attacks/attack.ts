import type { CheckName } from '../../src/photos/evidence/finding.ts';
import type { BrowserStage } from './stage/browser-stage.ts';
import type { Cheat } from './stage/cheat.ts';

/** What the attacks are listed by. */
export const KINDS = {
  file: 'Files that no camera page writes',
  hidden: 'Data hidden in the file',
  duplicate: 'Pictures that were sent before',
  stream: 'Pictures that are not what the camera sees',
  camera: 'Other cameras',
  page: 'Changed or automated pages',
  time: 'Games with time and tickets',
  place: 'Places',
  content: 'Nothing to see',
  screen: 'Photos of pictures',
} as const;

interface About {
  kind: keyof typeof KINDS;
  /** One sentence for the table: what someone tries. */
  imitates: string;
  /** Which checks should notice. Empty: it must be refused. */
  aims: CheckName[];
  /** Why it comes through, for one that is known to. */
  missedBecause?: string;
}

/** How it ended: refused, or in a request whose findings tell. */
export type Ending = { refused: string } | { requestId: string };

/** By the protocol: a program of one's own instead of the page. */
export interface ProtocolAttack extends About {
  run(cheat: Cheat): Promise<Ending>;
}

/** In Chromium, with the real page. */
export interface BrowserAttack extends About {
  runInBrowser(stage: BrowserStage): Promise<Ending>;
}

export type Attack = ProtocolAttack | BrowserAttack;
