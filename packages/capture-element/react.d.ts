import type { ReactElement } from 'react';
import type { Receipt } from './index.d.ts';

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

export declare function ShutterpostCapture(props: ShutterpostCaptureProps): ReactElement;
