import type { Exchange } from '../webhooks/client/guarded-client.ts';

/** Why a file is not in the archive. */
export interface TargetFailure {
  /** In plain words. */
  error: string;
  /** Whether other files would fail alike: then they need not be tried. */
  isOfArchive: boolean;
}

const FULL = 'The archive is full.';
const WRONG_REGION = 'The bucket is in another region. Check the region and the endpoint.';

/** By the codes of S3, which servers of others use too. */
const S3_ERRORS: Record<string, string> = {
  NoSuchBucket: 'There is no bucket with this name.',
  InvalidBucketName: 'There is no bucket with this name.',
  InvalidAccessKeyId: 'The access key ID is not known.',
  SignatureDoesNotMatch: 'The secret access key is wrong.',
  AccessDenied: 'This access key may not write to the bucket.',
  AllAccessDisabled: 'This access key may not write to the bucket.',
  ExpiredToken: 'The access key has expired.',
  AccountProblem: 'There is a problem with the account that owns the bucket.',
  PermanentRedirect: WRONG_REGION,
  AuthorizationHeaderMalformed: WRONG_REGION,
  IllegalLocationConstraintException: WRONG_REGION,
  RequestTimeTooSkewed: 'The clock of this server and the clock of the archive differ too much.',
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  XMinioAdminBucketQuotaExceeded: FULL,
  SlowDown: 'The archive is busy.',
  ServiceUnavailable: 'The archive is busy.',
};

const STATUS_ERRORS: Record<number, string> = {
  401: 'The user name or password is wrong.',
  403: 'The server refused to store the file. Check the permissions.',
  404: 'The folder or bucket does not exist.',
  405: 'The server does not accept files at this address.',
  409: 'The folder does not exist, or something else has its name.',
  413: 'The server does not accept a file of this size.',
  423: 'The file is locked on the server.',
  429: 'The archive is busy.',
  503: 'The archive is busy.',
  507: FULL,
};

/** What says something about this one file. */
const OF_FILE = [400, 409, 411, 412, 413, 414, 415, 422, 423];

/** Undefined: it worked. */
export function failureOf(
  { statusCode, error, outcome, responseBody }: Exchange,
  kind: 's3' | 'webdav',
): TargetFailure | undefined {
  if (outcome === 'delivered') return undefined;
  // No response: what is in the way stands in its own words.
  if (statusCode === null || outcome !== 'answered_badly')
    return { error: error ?? 'The archive did not respond.', isOfArchive: true };
  const code = kind === 's3' ? codeIn(responseBody) : undefined;
  const known = code === undefined ? undefined : S3_ERRORS[code];
  const isElsewhere = statusCode >= 300 && statusCode < 400;
  const words =
    known ??
    (isElsewhere && kind === 's3' ? WRONG_REGION : undefined) ??
    (isElsewhere ? error : undefined) ??
    STATUS_ERRORS[statusCode] ??
    'The server did not accept the file.';
  return {
    error: isElsewhere ? words : `${words} (${code ?? statusCode})`,
    isOfArchive: known !== undefined || !OF_FILE.includes(statusCode),
  };
}

function codeIn(body: string | null): string | undefined {
  return /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(body ?? '')?.[1];
}
