import { join, resolve } from 'node:path';
import { SIGN_UP_MODES, type SignUpMode } from '../identity/sign-up-mode.ts';
import type { PhoneSettings } from '../phone/settings.ts';
import { parseNetwork } from '../platform/ip-address.ts';
import { LOG_LEVELS, type LogLevel } from '../platform/log.ts';
import { keptSecretKey } from '../platform/secrets.ts';
import {
  DEFAULT_STORAGE_VERIFY,
  parseStorageUrl,
  STORAGE_VERIFY,
  type StorageVerify,
} from '../platform/storage/storage-url.ts';
import type { TargetRules } from '../webhooks/client/targets.ts';
import { readPhoneSettings } from './phone-settings.ts';
import { readTraceSettings, type TraceSettings } from './trace-settings.ts';

export interface Config {
  /** What this node does. */
  role: Role;
  isProduction: boolean;
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  sqliteFile: string;
  /** Undefined: the embedded SQLite. */
  databaseUrl: string | undefined;
  /** A streaming replica of that PostgreSQL, for lists. Undefined: there is none. */
  databaseReadUrl: string | undefined;
  /** Undefined: rate limits are counted in this process. */
  redisUrl: string | undefined;
  /** Undefined: files below the data folder. */
  storageUrl: string | undefined;
  /** How a write to S3 is confirmed before it counts. */
  storageVerify: StorageVerify;
  /** Everything that is signed or encrypted hangs on it. Undefined: one is kept in the data folder. */
  secretKey: string | undefined;
  photoLinkHours: number;
  /** For how many days photos are kept that a customer had not sent when the request ended. */
  unsentPhotoDays: number;
  /** Files with a bought certificate for sealing photos; undefined: the installation creates its own. */
  boughtCertificate: { certificate: string; privateKey: string } | undefined;
  /** Undefined: seals get no time stamp. */
  timeStampUrl: string | undefined;
  /** Undefined: emails are written to files below the data folder. */
  smtpUrl: string | undefined;
  mailFrom: { name: string; address: string };
  /** Undefined: no messages to phones. */
  phone: PhoneSettings | undefined;
  /** For receivers in the operator's own network; otherwise a workspace could make the server knock on its neighbors. */
  allowPrivateWebhooks: boolean;
  /** Who may open an account in the web application. */
  signUp: SignUpMode;
  /** Which proxies may say who the client is: how many hops of them, or which networks. */
  trustProxy: number | string[];
  /** Whose web pages may read photos and the API's description by script; `*` for all. */
  corsOrigins: string[];
  logLevel: LogLevel;
  /** Undefined: no port of their own for the metrics. */
  metricsPort: number | undefined;
  /** Undefined: no metrics on the service's own port. */
  metricsToken: string | undefined;
  /** Undefined: no traces. */
  traces: TraceSettings | undefined;
  /** `--https`: with a certificate of our own, for phones in the same network. */
  https?: boolean;
}

/** `api`: takes HTTP calls; `worker`: sends webhooks and emails and cleans up; `all`: both. */
export const ROLES = ['all', 'api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

/** Every fault of the configuration at once, so that no one has to fix them one restart at a time. */
export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const MIN_SECRET_LENGTH = 32;
const MIN_TOKEN_LENGTH = 16;

const NAMES = [
  'ROLE',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'STORAGE_URL',
  'STORAGE_VERIFY',
  'REDIS_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'SMS_URL',
  'SMS_SECRET',
  'SMS_FROM',
  'WHATSAPP_FROM',
  'SECRET_KEY',
  'PHOTO_URL_TTL_HOURS',
  'UNSENT_PHOTO_DAYS',
  'C2PA_CERTIFICATE',
  'C2PA_PRIVATE_KEY',
  'TSA_URL',
  'WEBHOOK_ALLOW_PRIVATE_NETWORKS',
  'SIGN_UP',
  'TRUST_PROXY',
  'CORS_ORIGINS',
  'LOG_LEVEL',
  'METRICS_PORT',
  'METRICS_TOKEN',
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
    fault(name, NAMES.includes(meant) ? `unknown setting; did you mean ${meant}?` : 'unknown setting');
  }

  const url = (name: string, protocols: string[]) => {
    const text = value(name);
    if (text === undefined) return undefined;
    const protocol = URL.canParse(text) ? new URL(text).protocol : '';
    // The pages' own paths begin at the root of the host.
    if (name === 'PUBLIC_URL' && protocol !== '' && !isBareAddress(text)) {
      return fault(name, 'must be a URL with nothing after the host, such as https://photos.example.com');
    }
    return protocols.includes(protocol)
      ? text
      : fault(name, `must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
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
  const corsOrigins =
    readOrigins(value('CORS_ORIGINS')) ??
    fault('CORS_ORIGINS', 'must be * or a list of origins, such as https://app.example.com') ??
    [];
  const publicUrl = (url('PUBLIC_URL', ['https:', 'http:']) ?? `http://localhost:${port}`).replace(
    /\/+$/,
    '',
  );
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const databaseReadUrl = url('DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  if (value('DATABASE_URL') === undefined && databaseReadUrl !== undefined)
    fault('DATABASE_READ_URL', 'can only be set together with DATABASE_URL, of which it is a replica');
  const redisUrl = url('REDIS_URL', ['redis:', 'rediss:']);
  const isProduction = env.NODE_ENV === 'production';
  const storageUrl = value('STORAGE_URL');
  const storage = storageUrl === undefined ? undefined : parseStorageUrl(storageUrl);
  if (storage?.kind === 'invalid') fault('STORAGE_URL', storage.fault);
  const storageVerify =
    STORAGE_VERIFY.find((choice) => choice === (value('STORAGE_VERIFY') ?? DEFAULT_STORAGE_VERIFY)) ??
    fault('STORAGE_VERIFY', `must be one of ${STORAGE_VERIFY.join(', ')}`) ??
    DEFAULT_STORAGE_VERIFY;
  const photoLinkHours =
    readHours(value('PHOTO_URL_TTL_HOURS')) ??
    fault('PHOTO_URL_TTL_HOURS', 'must be a number of hours from 1 to 8760') ??
    0;
  const unsentPhotoDays =
    readDays(value('UNSENT_PHOTO_DAYS')) ??
    fault('UNSENT_PHOTO_DAYS', 'must be a number of days from 0 to 90') ??
    0;
  const timeStampUrl = url('TSA_URL', ['https:', 'http:']);
  const [certificate, privateKey] = [value('C2PA_CERTIFICATE'), value('C2PA_PRIVATE_KEY')];
  if (certificate === undefined && privateKey !== undefined)
    fault('C2PA_CERTIFICATE', 'must be set together with C2PA_PRIVATE_KEY');
  if (certificate !== undefined && privateKey === undefined)
    fault('C2PA_PRIVATE_KEY', 'must be set together with C2PA_CERTIFICATE');
  const boughtCertificate =
    certificate === undefined || privateKey === undefined
      ? undefined
      : { certificate: resolve(certificate), privateKey: resolve(privateKey) };
  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:']);
  const mailFrom =
    readMailbox(value('MAIL_FROM'), publicUrl) ??
    fault(
      'MAIL_FROM',
      'must be an email address, optionally with a name: Acme Photos <photos@example.com>',
    ) ??
    NO_MAILBOX;
  const allowPrivateWebhooks =
    readSwitch(value('WEBHOOK_ALLOW_PRIVATE_NETWORKS')) ??
    fault('WEBHOOK_ALLOW_PRIVATE_NETWORKS', 'must be true or false') ??
    false;
  const signUp =
    SIGN_UP_MODES.find((choice) => choice === (value('SIGN_UP') ?? 'invite')) ??
    fault('SIGN_UP', `must be one of ${SIGN_UP_MODES.join(', ')}`) ??
    'closed';
  if (signUp === 'open' && value('SMTP_URL') === undefined) {
    fault(
      'SIGN_UP',
      'can only be open with SMTP_URL, because addresses are confirmed by email. Set SMTP_URL, or SIGN_UP=invite',
    );
  }
  const role =
    ROLES.find((choice) => choice === (value('ROLE') ?? 'all')) ??
    fault('ROLE', `must be one of ${ROLES.join(', ')}`) ??
    'all';
  const secretKey = value('SECRET_KEY');
  if (role !== 'all') {
    const isMissing = `must be set when ROLE is ${role}; all nodes need the same value`;
    if (databaseUrl === undefined) fault('DATABASE_URL', isMissing);
    if (secretKey === undefined && !isProduction) fault('SECRET_KEY', isMissing);
    if (storage?.kind !== 's3') {
      fault('STORAGE_URL', `must be a URL that starts with s3:// when ROLE is ${role}`);
    }
  }
  if (secretKey === undefined && isProduction) {
    fault('SECRET_KEY', 'must be set in production; create one with: openssl rand -base64 32');
  }
  if (secretKey !== undefined && secretKey.length < MIN_SECRET_LENGTH) {
    fault('SECRET_KEY', `must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  const metricsPortText = value('METRICS_PORT');
  const metricsPort =
    metricsPortText === undefined
      ? undefined
      : (readPort(metricsPortText) ?? fault('METRICS_PORT', 'must be a port number from 0 to 65535'));
  if (metricsPort !== undefined && metricsPort !== 0 && metricsPort === port) {
    fault('METRICS_PORT', 'must differ from PORT; to serve metrics on PORT, set METRICS_TOKEN instead');
  }
  const metricsToken = value('METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < MIN_TOKEN_LENGTH) {
    fault('METRICS_TOKEN', `must have at least ${MIN_TOKEN_LENGTH} characters`);
  }
  const phone = readPhoneSettings(value, fault);
  const traces = readTraceSettings(value, fault);
  if (faults.length > 0) throw new ConfigError(faults);
  return {
    role,
    isProduction,
    port,
    host: value('HOST') ?? 'localhost',
    publicUrl,
    dataDir,
    sqliteFile: join(dataDir, 'shutterpost.db'),
    databaseUrl,
    databaseReadUrl,
    redisUrl,
    storageUrl,
    storageVerify,
    secretKey,
    photoLinkHours,
    unsentPhotoDays,
    boughtCertificate,
    timeStampUrl,
    smtpUrl,
    mailFrom,
    phone,
    allowPrivateWebhooks,
    signUp,
    trustProxy,
    corsOrigins,
    logLevel,
    metricsPort,
    metricsToken,
    traces,
  };
}

/** The configured key, or the one in the data folder, which is created when there is none. */
export function secretKeyOf({ secretKey, dataDir }: Config): string {
  try {
    return secretKey ?? keptSecretKey(dataDir);
  } catch (error) {
    throw new ConfigError([`DATA_DIR: the secret key cannot be stored there (${(error as Error).message})`]);
  }
}

const NO_MAILBOX = { name: '', address: '' };
/** One line, and nothing that a header could be broken up with. */
const MAILBOX =
  /^(?:(?<name>[^<>"\\\p{C}]{0,100}?) ?<(?<bracketed>[^\s<>]{3,254})>|(?<bare>[^\s<>]{3,254}))$/u;

function readMailbox(text: string | undefined, publicUrl: string): Config['mailFrom'] | undefined {
  if (text === undefined) {
    const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
    return { name: 'Shutterpost', address: `no-reply@${host}` };
  }
  const parts = MAILBOX.exec(text.trim())?.groups;
  const address = parts?.bracketed ?? parts?.bare ?? '';
  return /^[^@]+@[^@]+$/.test(address) ? { name: parts?.name ?? '', address } : undefined;
}

function readSwitch(text = 'false'): boolean | undefined {
  if (text === 'true') return true;
  return text === 'false' ? false : undefined;
}

/** Which receivers of webhooks may be called. */
export function webhookRulesOf({ allowPrivateWebhooks, isProduction }: Config): TargetRules {
  return { allowPrivateNetworks: allowPrivateWebhooks, requireHttps: isProduction };
}

function readHours(text = '336'): number | undefined {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 8_760 ? Number(text) : undefined;
}

function readDays(text = '7'): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) <= 90 ? Number(text) : undefined;
}

function isBareAddress(text: string): boolean {
  const { href, origin } = new URL(text.replace(/\/+$/, ''));
  return href === `${origin}/`;
}

function readPort(text = '3000'): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function readLogLevel(text = 'info'): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text);
}

/** As browsers name them: without a slash at the end, a default port or capitals. */
function readOrigins(text = ''): string[] | undefined {
  const origins = text.split(',').flatMap((origin) => origin.trim() || []);
  const isOrigin = (origin: string) =>
    /^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  return origins.every((origin) => origin === '*' || isOrigin(origin)) ? origins : undefined;
}

/** `true` is one proxy: trusting every hop would let a client choose its own address. */
function readTrustProxy(text = 'false'): Config['trustProxy'] | undefined {
  if (text === 'false') return 0;
  if (text === 'true') return 1;
  if (/^\d+$/.test(text)) return Number(text) <= 10 ? Number(text) : undefined;
  const networks = text.split(',').map((network) => network.trim());
  return networks.every((network) => parseNetwork(network) !== undefined) ? networks : undefined;
}
