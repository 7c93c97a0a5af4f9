import { hostname } from 'node:os';
import { type Config, ConfigError, readConfig } from '../config/config.ts';
import type { Certificate } from '../platform/certificates/certificate.ts';
import { keptCertificate } from './kept-certificate.ts';
import { findLanAddresses } from './lan-addresses.ts';

/**
 * Browsers open the camera on https only (0059). `--https` serves it to the phones in the same network: on all addresses,
 * under the likeliest one, unless HOST and PUBLIC_URL say otherwise.
 */
export function readLanConfig(env: NodeJS.ProcessEnv, addresses = findLanAddresses()): Config {
  if (env.NODE_ENV === 'production') {
    throw new ConfigError([
      '--https: is for trying things out; in production, use a proxy with a real certificate',
    ]);
  }
  const address = addresses[0] ?? 'localhost';
  const host = address.includes(':') ? `[${address}]` : address;
  const config = readConfig({
    ...env,
    HOST: env.HOST || (address.includes(':') ? '::' : '0.0.0.0'),
    PUBLIC_URL: env.PUBLIC_URL || `https://${host}:${env.PORT || 3000}`,
  });
  const faults: string[] = [];
  if (config.role !== 'all') faults.push(`--https: cannot be used when ROLE is ${config.role}`);
  if (!config.publicUrl.startsWith('https:'))
    faults.push('PUBLIC_URL: must start with https:// with --https');
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...config, https: true };
}

/** For every name and address under which this machine may be asked for. */
export function lanCertificate({ dataDir, publicUrl }: Config): Certificate {
  const publicHost = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '');
  const names = ['localhost', '127.0.0.1', '::1', ...hostNames(), publicHost, ...findLanAddresses()];
  const hosts = [...new Set(names)];
  try {
    return keptCertificate({ dataDir, hosts, now: new Date() });
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the certificate cannot be stored there (${(error as Error).message})`]);
  }
}

/** Apple's and most Linux systems also answer to their name with `.local`. */
function hostNames(): string[] {
  const name = hostname().toLowerCase();
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(name)) return [];
  return name.includes('.') ? [name] : [name, `${name}.local`];
}

export async function lanGreeting(
  { publicUrl }: Config,
  { withCode }: { withCode: boolean },
): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr');
  return [
    '',
    `On a phone on the same network: ${publicUrl}`,
    'It warns about the certificate once. Tap Advanced, then Proceed (Safari: Show Details, then visit this website).',
    '',
    ...(withCode ? [renderUnicodeCompact(publicUrl, { border: 2 }), ''] : []),
    '',
  ].join('\n');
}
