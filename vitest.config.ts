import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** How many files run at once. Now and then each waits for a database, a browser or something that times out. */
const maxWorkers = 2 * Math.max(2, availableParallelism() - 1);

const postgres = { globalSetup: ['test/helpers/database/postgres-setup.ts'] };

/** What takes long is run by `npm run test:full`, or by its name. */
const isFull = process.env.TEST_FULL === '1';
/** `.ci/run` runs the whole suite; `npm test` leaves out what follows, unless it is named. */
const isWhole = isFull || process.env.TEST_WHOLE === '1';

/** Pages of the web application that are not on everyone's way, whose calls have tests of their own; looks and languages. */
const LEFT_TO_CI_IN_BROWSERS = [
  'test/browser/dashboard-{archive,downloads,emails,evidence,first-photo,forms,keyboard,keys,links}.test.ts',
  'test/browser/dashboard-{live-proof,loading,long-list,members,notes,pages,phone,place,progress}.test.ts',
  'test/browser/dashboard-{questions,reminders,requests-list,return,review,settings,templates}.test.ts',
  'test/browser/dashboard-{two-factor,webhooks}.test.ts',
  'test/browser/{api-reference,capture-accessibility,capture-challenges,capture-languages}.test.ts',
  'test/browser/{capture-desktop,capture-guides,capture-return,capture-warnings}.test.ts',
  // Attacks in a browser, and what a photo proves there.
  'test/browser/{attacks,capture-evidence}.test.ts',
  'test/browser/{documentation,embedding,site,unsubscribe,verify}.test.ts',
];

/** Documents, examples and packages beside the service, and the kills that compute longest. */
const LEFT_TO_CI_OF_PROCESSES = [
  'test/process/{capture-element,examples,foreign-clients,guides,listen,n8n-nodes,operator-guides}.test.ts',
  'test/process/{prepare,sdk-languages,sdk-typescript,webhook-examples}.test.ts',
  // The other kills stay: these take the same way through one.
  'test/process/{archive,reminder,seal}-kill.test.ts',
];

/** Features whose SQL is simple, so that SQLite stands for both. */
const LEFT_TO_CI_ON_POSTGRES = [
  'test/api/{authentication,isolation}/*.test.ts',
  'test/api/{archive,content-credentials,email,notes,notifications,phone,property,returns,templates,web-app}/*.test.ts',
  'test/api/capture/{challenges,evidence,warnings.*}.test.ts',
];

/**
 * Files that run on SQLite alone, because what they are about is decided before or beside the database: they use rows, and
 * whether rows are written and found as they should be is tested elsewhere. Everything else in `test/api` and
 * `test/contract/database` runs on both engines, as does all of it with `npm run test:full`.
 */
const ON_ONE_ENGINE = [
  // Input that is refused before anything is stored.
  'test/api/photo-requests/{create.400,create.422,create.422.*,list.400}.test.ts',
  'test/api/permanent-links/{create.400,create.422,update.4xx}.test.ts',
  'test/api/property/bounds.test.ts',
  // HTTP: addresses, headers, logs, bodies on the wire, the shape of errors.
  'test/api/{documentation,errors,logging,openapi,page-errors,ping,request-target,status}.test.ts',
  'test/api/capture/{logging,upload.wire}.test.ts',
  'test/api/web-app/after-the-body.test.ts',
  // Who may call a route.
  'test/api/authentication/{demands,declared-access,ip-allow-list.403,permissions.403,unauthorized.401}.test.ts',
  'test/api/web-app/{confirmation,identity-forgery,matrix}.test.ts',
  // Limits that are counted in memory or in Redis, the queue for hashing passwords.
  'test/api/rate-limits/*.test.ts',
  'test/api/events/stream-bounds.test.ts',
  'test/api/web-app/{identity-flood,session-rate-limits}.test.ts',
  // Photos, files and what is made of them.
  'test/api/capture/{brand,upload.422.file,upload.4xx.words}.test.ts',
  'test/api/photos/{cross-origin,get}.test.ts',
  'test/api/web-app/{report,zip}.test.ts',
];

/** What `npm run test:quick` runs on SQLite: most of what clients of the API rely on, and something of each other part. */
const isQuick = process.env.TEST_QUICK === '1';
const QUICK = [
  'test/api/{counts,errors,logging,ping,request-ids,request-target,stats,status}.test.ts',
  'test/api/{authentication,idempotency,isolation,permanent-links,photo-requests,photos}/*.test.ts',
  'test/api/capture/{submit.200,upload.200,upload.tickets}.test.ts',
  'test/api/web-app/{api-keys,matrix,members,photo-requests}.test.ts',
  'test/api/webhooks/{delivery,endpoints}.test.ts',
  'test/contract/database/{constraints,transactions,values}.test.ts',
];

/** The suites that touch the database run twice, once on each engine. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      name: engine,
      include: isQuick ? QUICK : ['test/api/**/*.test.ts', 'test/contract/database/**/*.test.ts'],
      exclude:
        engine === 'postgres'
          ? [...(isFull ? [] : ON_ONE_ENGINE), ...(isWhole ? [] : LEFT_TO_CI_ON_POSTGRES)]
          : [],
      env: { TEST_ENGINE: engine },
      // Each test file makes its own app and database; loading the service again for each would take long.
      isolate: false,
      setupFiles: ['test/helpers/what-hangs.ts'],
      ...(engine === 'postgres' ? postgres : {}),
    },
  };
}

/** The API tests once more, through three nodes behind a load balancer. */
const apiOnCluster = {
  test: {
    name: 'cluster-api',
    include: ['test/api/**/*.test.ts'],
    env: { TEST_ENGINE: 'postgres', TEST_CLUSTER: '1' },
    globalSetup: ['test/helpers/cluster/cluster-api-setup.ts'],
    setupFiles: ['test/helpers/cluster/cluster-api-skips.ts'],
  },
};

const unit = { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } };
const storage = { test: { name: 'storage', include: ['test/contract/storage/**/*.test.ts'] } };
const processes = {
  test: {
    name: 'process',
    include: ['test/process/*.test.ts', ...(isFull ? ['test/process/full/*.test.ts'] : [])],
    exclude: isWhole ? [] : LEFT_TO_CI_OF_PROCESSES,
    testTimeout: 300_000,
    isolate: false,
    ...postgres,
  },
};
const cluster = {
  test: {
    name: 'cluster',
    include: ['test/cluster/*.test.ts'],
    testTimeout: 300_000,
    ...postgres,
  },
};
const clusterFull = {
  test: {
    name: 'cluster-full',
    include: ['test/cluster/full/*.test.ts'],
    testTimeout: 600_000,
    ...postgres,
  },
};
const browser = {
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    exclude: isWhole ? [] : LEFT_TO_CI_IN_BROWSERS,
    testTimeout: 300_000,
    isolate: false,
    globalSetup: ['test/helpers/browser/judged-screens-setup.ts'],
  },
};

const everything = [
  unit,
  onEngine('sqlite'),
  onEngine('postgres'),
  storage,
  processes,
  cluster,
  ...(isFull ? [apiOnCluster, clusterFull] : []),
  browser,
];

export default defineConfig({
  test: {
    maxWorkers,
    // These end a test that hangs. What is slow only because the machine is busy must not fail. A test may take longer than
    // anything in it waits, so that what was waited for is told.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ['test/helpers/database/sqlite-setup.ts'],
    projects: isQuick ? [unit, onEngine('sqlite')] : everything,
  },
});
