import type { Registry } from 'prom-client';
import { createCounter, createHistogram, type PrintedMetric } from './tallies.ts';

type PromClient = typeof import('prom-client');

/** From a quick response out of memory to a call that no one waits for any more. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DATABASE_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5, 20];
const FILE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];
/** Over a phone's network, or to someone else's server. */
const UPLOAD_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const SENDING_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const SWEEP_SECONDS = [0.001, 0.01, 0.1, 0.5, 1, 5, 30, 120, 600, 3600];
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128];

export type Meters = ReturnType<typeof createMeters>;

/** Every metric that something happening changes. docs/guides/observability.md says what each means. */
export function createMeters({ Gauge }: PromClient, registry: Registry) {
  const registered = <Metric extends PrintedMetric>(metric: Metric): Metric => {
    registry.registerMetric(metric as never);
    return metric;
  };
  const counter = (name: string, help: string) => registered(createCounter(name, help));
  const histogram = (name: string, help: string, bounds: number[]) =>
    registered(createHistogram(name, help, bounds));
  const registers = [registry];

  return {
    /** By route, method and status. */
    calls: counter('shutterpost_http_requests_total', 'Requests that got a response.'),
    /** By route and method. */
    callSeconds: histogram(
      'shutterpost_http_request_duration_seconds',
      'From the first line of a request to the end of its response, excluding live streams.',
      CALL_SECONDS,
    ),
    /** By surface and reason. */
    refusedCalls: counter(
      'shutterpost_http_requests_refused_total',
      'Requests rejected with 503 before any work: too many at once, or low memory.',
    ),
    /** By surface and reason. */
    cutCalls: counter(
      'shutterpost_http_requests_cut_total',
      'Requests cut off because the client sent or read too slowly.',
    ),
    closedConnections: counter(
      'shutterpost_http_connections_closed_total',
      'Connections closed to make room for others: idle ones, or the slowest.',
    ).of({}),
    /** By kind. */
    refusals: counter('shutterpost_rate_limit_refusals_total', 'Requests rejected by a rate limit.'),
    /** By outcome. */
    uploadSeconds: histogram(
      'shutterpost_photo_upload_duration_seconds',
      'Photo uploads, from the first byte to the response.',
      UPLOAD_SECONDS,
    ),
    uploadBytes: counter('shutterpost_photo_upload_bytes_total', 'Bytes of stored photos.').of({}),
    /** By part. */
    unfamiliarParts: counter(
      'shutterpost_photo_unfamiliar_parts_total',
      'Parts of accepted photos that no known browser writes.',
    ),
    /** By outcome. */
    submissions: counter('shutterpost_submissions_total', 'Submissions by customers.'),
    photosSetAside: counter(
      'shutterpost_photos_set_aside_total',
      'Photos moved to quarantine because they are damaged or lost.',
    ).of({}),
    /** By check. */
    photosRefused: counter(
      'shutterpost_photos_refused_total',
      'Photos that customers had to take again because a check warned of them.',
    ),
    /** By outcome. */
    sealSeconds: histogram(
      'shutterpost_photo_seal_duration_seconds',
      'Attempts to seal a photo with content credentials.',
      SENDING_SECONDS,
    ),
    /** By outcome. */
    archiveSeconds: histogram(
      'shutterpost_archive_attempt_duration_seconds',
      'Attempts to copy a file to an archive.',
      UPLOAD_SECONDS,
    ),
    archiveGivenUp: counter(
      'shutterpost_archive_files_given_up_total',
      'Files that could not be copied to an archive and are not tried again.',
    ).of({}),
    /** By outcome. */
    webhookSeconds: histogram(
      'shutterpost_webhook_attempt_duration_seconds',
      'Attempts to deliver an event.',
      SENDING_SECONDS,
    ),
    /** By outcome. */
    mailSeconds: histogram(
      'shutterpost_mail_attempt_duration_seconds',
      'Attempts to send an email.',
      SENDING_SECONDS,
    ),
    /** By outcome. */
    phoneSeconds: histogram(
      'shutterpost_phone_attempt_duration_seconds',
      'Attempts to send a message to a phone.',
      SENDING_SECONDS,
    ),
    /** By operation. */
    storageSeconds: histogram(
      'shutterpost_storage_operation_duration_seconds',
      'Operations of the photo storage.',
      FILE_SECONDS,
    ),
    /** By operation. */
    storageErrors: counter('shutterpost_storage_errors_total', 'Failed storage operations.'),
    /** By operation: read, write. */
    databaseSeconds: histogram(
      'shutterpost_database_operation_duration_seconds',
      'Reads, and writes until they are durable.',
      DATABASE_SECONDS,
    ),
    /** By operation. */
    databaseErrors: counter('shutterpost_database_errors_total', 'Failed database operations.'),
    poolWaitSeconds: histogram(
      'shutterpost_database_pool_wait_seconds',
      'PostgreSQL: time spent waiting for a pooled connection.',
      DATABASE_SECONDS,
    ).of({}),
    /** By target: replica, primary. */
    listReads: counter(
      'shutterpost_database_list_reads_total',
      'With DATABASE_READ_URL: statements of lists, search, statistics and exports, by the server that ran them.',
    ),
    /** By reason. */
    listFallbacks: counter(
      'shutterpost_database_list_fallbacks_total',
      'Statements of lists that ran on the primary because the replica could not take them.',
    ),
    groupSize: histogram(
      'shutterpost_database_group_size',
      'SQLite: writes that shared one commit.',
      GROUP_SIZES,
    ).of({}),
    liveStreams: new Gauge({
      name: 'shutterpost_live_streams',
      help: 'Pages of the web application receiving live updates.',
      registers,
    }),
    /** By task and outcome. */
    sweepSeconds: histogram(
      'shutterpost_housekeeping_duration_seconds',
      'Runs of periodic tasks on this node.',
      SWEEP_SECONDS,
    ),
    sweptAt: new Gauge({
      name: 'shutterpost_housekeeping_last_success_timestamp_seconds',
      help: 'When this node last finished a periodic task.',
      labelNames: ['task'],
      registers,
    }),
  };
}
