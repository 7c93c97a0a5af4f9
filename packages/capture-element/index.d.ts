/** What your site verifies with its return secret. */
export interface Receipt {
  photo_request_id: string;
  status: string;
  /** Unix time in seconds. */
  t: string;
  signature: string;
}

export interface CaptureEvents {
  ready: CustomEvent<null>;
  photo: CustomEvent<{ count: number }>;
  submitted: CustomEvent<Receipt | null>;
  closed: CustomEvent<null>;
  error: CustomEvent<{ code: string }>;
}

/** `<shutterpost-capture url="…">` */
export declare class ShutterpostCapture extends HTMLElement {
  /** `request_url` of a photo request, or `url` of a permanent link. */
  url: string;
  mode: 'modal' | 'inline';
  /** Of the modal form. */
  open: boolean;
  show(): void;
  close(): void;
  addEventListener<Type extends keyof CaptureEvents>(
    type: Type,
    listener: (this: ShutterpostCapture, event: CaptureEvents[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'shutterpost-capture': ShutterpostCapture;
  }
}
