/** This email will never be accepted. Every other failure may pass. */
export class MailRefusedError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailRefusedError';
  }
}
