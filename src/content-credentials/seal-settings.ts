import type { BoughtCertificate } from './bought-certificate.ts';

/** What the operator decides about seals. */
export interface SealSettings {
  /** Where time stamps (RFC 3161) come from; undefined: there are none. */
  timeStampUrl?: string | undefined;
  /** Undefined: the installation creates its own certificates. */
  bought?: BoughtCertificate | undefined;
}
