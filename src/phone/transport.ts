import type { PhoneChannel } from '../platform/db/tables.ts';

export interface OutgoingMessage {
  id: string;
  channel: PhoneChannel;
  /** E.164. */
  recipient: string;
  locale: string;
  text: string;
}

export interface PhoneTransport {
  kind: 'twilio' | 'gateway' | 'files';
  /** Resolves when someone else has taken over the message for good. */
  send(message: OutgoingMessage): Promise<void>;
}

/** This message will never be accepted. Every other failure may pass. */
export class MessageRefusedError extends Error {
  /** The provider knows that the recipient wants no messages. */
  readonly isOptOut: boolean;

  constructor(message: string, { isOptOut = false } = {}) {
    super(message);
    this.name = 'MessageRefusedError';
    this.isOptOut = isOptOut;
  }
}

/** It may be accepted later, and not before the provider said. */
export class MessagePostponedError extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, retryAfterMs: number) {
    super(message);
    this.name = 'MessagePostponedError';
    this.retryAfterMs = retryAfterMs;
  }
}
