import { CertificateFault, readBoughtCertificate } from '../content-credentials/bought-certificate.ts';
import type { SealSettings } from '../content-credentials/seal-settings.ts';
import { type Config, ConfigError } from './config.ts';

/** How photos are sealed. Reads the files of a bought certificate, which must be one that readers accept. */
export function sealSettingsOf({ boughtCertificate, timeStampUrl }: Config): SealSettings {
  try {
    return {
      timeStampUrl,
      bought: boughtCertificate === undefined ? undefined : readBoughtCertificate(boughtCertificate),
    };
  } catch (error) {
    if (!(error instanceof CertificateFault)) throw error;
    throw new ConfigError([`${error.setting}: ${error.message}`]);
  }
}
