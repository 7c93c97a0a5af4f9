import { join, resolve } from 'node:path';
import { parseNetwork } from './platform/ip-address.ts';
import { LOG_LEVELS, type LogLevel } from './platform/log.ts';

export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  sqliteFile: string;
  /** Undefined: the embedded SQLite. */
  databaseUrl: string | undefined;
  /** Undefined: rate limits are counted in this process. */
  redisUrl: string | undefined;
  /** Which proxies may say who the client is: how many hops of them, or which networks. */
  trustProxy: number | string[];
  logLevel: LogLevel;
}

/** Every fault of the configuration at once, so that nobody has to fix them one restart at a time. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const NAMES = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'TRUST_PROXY',
  'LOG_LEVEL',
];

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const faults: string[] = [];
  const value = (name: string) => (env[name] === '' ? undefined : env[name]);
  const fault = (name: string, text: string) => {
    // Never the value itself: it may hold a password.
    faults.push(`${name}: ${text}`);
    return undefined;
  };

  for (const name of Object.keys(env).filter((name) => name.startsWith('SHUTTERPOST_'))) {
    const meant = name.slice('SHUTTERPOST_'.length);
    fault(
      name,
      NAMES.includes(meant) ? `there is no such setting; it is called ${meant}` : 'there is no such setting',
    );
  }

  const url = (name: string, protocols: string[]) => {
    const text = value(name);
    if (text === undefined) return undefined;
    const protocol = URL.canParse(text) ? new URL(text).protocol : '';
    if (name === 'PUBLIC_URL' && /[?#]/.test(text)) return fault(name, 'must not have a query or a fragment');
    return protocols.includes(protocol)
      ? text
      : fault(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
  };

  const port = readPort(value('PORT')) ?? fault('PORT', 'must be a port number from 0 to 65535') ?? 0;
  const dataDir = resolve(value('DATA_DIR') ?? './data');
  const logLevel =
    readLogLevel(value('LOG_LEVEL')) ??
    fault('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`) ??
    'info';
  const trustProxy =
    readTrustProxy(value('TRUST_PROXY')) ??
    fault('TRUST_PROXY', 'must be true, false, a number of proxies up to 10, or a list of IP networks') ??
    0;
  const config: Config = {
    isProduction: env.NODE_ENV === 'production',
    port,
    host: value('HOST') ?? 'localhost',
    publicUrl: (url('PUBLIC_URL', ['https:', 'http:']) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    dataDir,
    sqliteFile: join(dataDir, 'shutterpost.db'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url('REDIS_URL', ['redis:', 'rediss:']),
    trustProxy,
    logLevel,
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readPort(text = '3000'): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function readLogLevel(text = 'info'): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text);
}

/** `true` is one proxy: trusting every hop would let a client choose its own address. */
function readTrustProxy(text = 'false'): Config['trustProxy'] | undefined {
  if (text === 'false') return 0;
  if (text === 'true') return 1;
  if (/^\d+$/.test(text)) return Number(text) <= 10 ? Number(text) : undefined;
  const networks = text.split(',').map((network) => network.trim());
  return networks.every((network) => parseNetwork(network) !== null) ? networks : undefined;
}
