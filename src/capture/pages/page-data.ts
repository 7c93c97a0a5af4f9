import type { Texts } from '../../pages/texts.ts';
import type { ChangeReason } from '../../shared/change-reasons.ts';
import type { Direction } from '../../shared/languages.ts';
import type { Question } from '../../shared/questions.ts';

/** What the page's script needs to know; it travels in the page itself. */
export interface PageData {
  kind: 'request' | 'link';
  /** Token of the request or slug of the link. */
  key: string;
  lang: string;
  dir: Direction;
  texts: Texts;
  languages: PageLanguage[];
  /** Address of the texts in a language, whose code stands where the star is. */
  textsUrl: string;
  workspace: PageWorkspace;
  request: {
    instructions: string;
    /** The business wrote its texts in several languages: another one has to be fetched. */
    isTranslated?: true;
    /** More than 1: the team has asked for changes. */
    round: number;
    /** What the team says about them. */
    message?: string;
    /** Of a permanent link: says which list of photos and questions this is. */
    edition?: string;
    /** Empty: the customer chooses what and how many. */
    slots: PageSlot[];
    /** Absent: none. */
    questions?: PageQuestion[];
    maxPhotos: number;
    expiresAt: string | null;
    /** With its dash. */
    code: string;
    /** Afterwards the customer goes back to the business's own site. */
    returns?: true;
    /** Where the customer goes who does not want to now. */
    cancelUrl?: string;
    /** Absolute address of this page, to copy or share. */
    url: string;
  };
  /** The site that the page is shown on, in a frame. */
  embed?: string;
  /** Whether the customer may be asked to move the camera in a certain way. */
  challenges: boolean;
  /** The server's time, ISO with milliseconds. */
  now: string;
}

/** `labels`: what its options are called in the customer's language. */
export type PageQuestion = Question & { labels?: string[] };

export interface SlotHelp {
  /** Name of an outline to draw over the camera's picture, or the address of an image that is one. */
  guide?: string;
  /** Address of a picture of what a good photo looks like. */
  example?: string;
}

export interface PageSlot {
  /** Empty where nothing is said about it. */
  instructions: string;
  is_required: boolean;
  /** Of an optional slot that wants several photos once it is used: which slot, and how many. */
  set?: { of: number; min: number };
  /** How to take it, in more words. */
  hint?: string;
  help?: SlotHelp;
  /** Why it is to be taken again. */
  again?: { reason: ChangeReason; message: string | null };
}

export interface PageWorkspace {
  name: string;
  logoUrl: string | null;
  color: string | null;
}

export interface PageLanguage {
  code: string;
  /** In the language itself. */
  name: string;
}

/** What the pages without a camera need. */
export interface SiteData {
  lang: string;
  dir: Direction;
  texts: Texts;
  languages: { code: string; name: string }[];
  /** Path of the page, for choosing another language without script. */
  path: string;
  /** The site that the page is shown on, in a frame. */
  embed?: string;
  /** Absent where no one in particular asks. */
  workspace?: PageWorkspace | null;
}

/** The business's own site, with what it verifies. */
export interface WayBack {
  url: string;
  host: string;
}

/** What the script of the page that checks sealed photos needs to know. */
export interface VerifyPageData {
  lang: string;
  texts: Texts;
  /** Who signs for this installation, where its CA signs for strangers too; null: whoever leads to it does. */
  organizations: string[] | null;
  /** Outlines, by name. */
  icons: Record<VerifyIcon, string>;
}

export type VerifyIcon = 'check' | 'alert' | 'clock' | 'offline';

/** Addresses of what a page loads. */
export interface PageAssets {
  captureScript: string;
  captureStyles: string;
  /** The same as they stand in the page with the camera, where no one should wait for another file. */
  captureRules: string;
  /** Of the few pages that have more than a camera. */
  extrasScript: string;
  siteScript: string;
  siteStyles: string;
  verifyScript: string;
  verifyStyles: string;
}

export type ProblemKind =
  | 'permission-denied'
  | 'no-camera'
  | 'camera-in-use'
  | 'camera-lost'
  | 'in-app-browser'
  | 'insecure'
  | 'expired'
  | 'ended'
  | 'submitted'
  | 'not-included'
  | 'handed-over'
  | 'gone'
  | 'closed'
  | 'quota'
  | 'busy'
  | 'access-code'
  | 'blocked'
  | 'offline'
  | 'code-unknown'
  | 'code-throttled'
  | 'code-checking'
  | 'photo-refused'
  | 'trouble';
