import { createElement, type ReactElement, useEffect, useRef } from 'react';
import type { ShutterpostCapture as CaptureElement, Receipt } from './index.ts';
import './index.ts';

export interface ShutterpostCaptureProps {
  /** `request_url` of a photo request, or `url` of a permanent link. */
  url: string;
  mode?: 'modal' | 'inline';
  /** Of the modal form. Set it to false in `onClosed`. */
  open?: boolean;
  lang?: string;
  className?: string;
  onReady?: () => void;
  onPhoto?: (detail: { count: number }) => void;
  onSubmitted?: (receipt: Receipt | null) => void;
  onClosed?: () => void;
  onError?: (detail: { code: string }) => void;
}

const EVENTS = {
  ready: 'onReady',
  photo: 'onPhoto',
  submitted: 'onSubmitted',
  closed: 'onClosed',
  error: 'onError',
} as const;

/** The element for React 18 and newer, which differ in how they pass events to elements. */
export function ShutterpostCapture(props: ShutterpostCaptureProps): ReactElement {
  const element = useRef<CaptureElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const current = element.current;
    const stop = new AbortController();
    for (const [type, name] of Object.entries(EVENTS)) {
      const tell = (event: Event) =>
        (latest.current[name] as ((detail: unknown) => void) | undefined)?.((event as CustomEvent).detail);
      current?.addEventListener(type, tell, { signal: stop.signal });
    }
    return () => stop.abort();
  }, []);
  const { url, mode = 'modal', open = false, lang, className } = props;
  // By hand: of what is false, React 18 would make an attribute that is there.
  useEffect(() => {
    element.current?.toggleAttribute('open', open);
  }, [open]);
  return createElement('shutterpost-capture', {
    ref: element,
    url,
    mode,
    lang,
    class: className,
  });
}
