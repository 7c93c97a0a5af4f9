/**
 * What the customer's page tells of a shot beside the photo: a line of JSON in front of the file. Imports nothing: the
 * server and the page use this file.
 */
export interface CaptureReport {
  /** Small gray frames around the shutter, oldest first. */
  frames: ReportedFrame[];
  /** The whole picture once more, when the photo has been drawn. Pages of earlier releases do not send it. */
  after?: string;
  camera: ReportedCamera | null;
  /** A random number that the browser keeps, to know it again; empty where it cannot keep anything. */
  device: string;
  page: {
    /** The browser says that it is driven by a program. */
    automated: boolean;
    /** Functions of the browser that are not its own any more. */
    patched: string[];
    /** From the first picture of the camera to the shutter, in milliseconds. */
    aimed: number;
  };
  /** What the customer was asked to do, and small gray frames from then to the shutter, base64. */
  challenge: { token: string; course: string[] } | null;
  /** How fast the device turned, in degrees per second around three axes; empty where the browser does not say. */
  turns: { at: number; rate: [number, number, number] }[];
}

export interface ReportedFrame {
  /** Milliseconds after the shutter; before it when negative. */
  at: number;
  /** The whole picture, base64 of gray bytes. */
  overview: string;
  /** Its middle, pixel for pixel. */
  middle: string;
}

export interface ReportedCamera {
  label: string;
  /** Which way it looks, as far as the browser knows. */
  facing: string;
  /** Which way was asked for; empty for a camera that was chosen by its name. */
  wanted: string;
  width: number;
  height: number;
  rate: number;
  /** How many cameras there are. */
  count: number;
}

export const OVERVIEW = { width: 32, height: 24 };
export const MIDDLE_SIDE = 32;
/** How long the page waits from one look at the camera to the next, in milliseconds. */
export const LOOK_EVERY_MS = 110;
export const MAX_FRAMES = 16;
export const MAX_TURNS = 64;
/** All frames and some kilobytes. */
export const MAX_REPORT_BYTES = 64 * 1024;
