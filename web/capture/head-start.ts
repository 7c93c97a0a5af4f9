/** What the page itself was told when it asked for a session (`src/capture/pages/head-start.ts`). */
export interface EarlySession {
  status: number;
  text: string;
  retryAfter: string | null;
  sentAt: number;
  receivedAt: number;
}

interface HeadStart {
  earlyPress?: true | undefined;
  earlySession?: Promise<EarlySession | undefined> | undefined;
  earlyCamera?: Promise<MediaStream> | undefined;
}

/** The button was pressed before this script was there. */
export function takeEarlyPress(): HeadStart['earlyPress'] {
  return take('earlyPress');
}

/** Undefined when there is none, and the second time. */
export function takeEarlySession(): HeadStart['earlySession'] {
  return take('earlySession');
}

/** The camera that was asked for when the button was pressed before this script was there. */
export function takeEarlyCamera(): HeadStart['earlyCamera'] {
  return take('earlyCamera');
}

function take<Name extends keyof HeadStart>(name: Name): HeadStart[Name] {
  const page = window as HeadStart;
  const taken = page[name];
  page[name] = undefined;
  return taken;
}
