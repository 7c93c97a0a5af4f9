import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const postgres = { globalSetup: ['test/helpers/postgres-setup.ts'] };

/** What takes long is run by `npm run test:full`, or by its name. */
const isFull = process.env.TEST_FULL === '1';

/**
 * Files that run on SQLite alone, because what they are about is decided before or beside the database. Everything
 * else in `test/api` and `test/contract/database` runs on both engines, as does all of it with `npm run test:full`.
 */
const ON_ONE_ENGINE = [
  // Input that is refused before anything is stored.
  'test/api/photo-requests/{create.400,create.422,create.422.*,list.400}.test.ts',
  'test/api/permanent-links/{create.400,create.422,update.4xx}.test.ts',
  // HTTP: addresses, headers, ids, logs, bodies on the wire, the shape of errors.
  'test/api/{errors,logging,page-errors,ping,request-ids,request-target,status}.test.ts',
  'test/api/capture/{logging,upload.wire}.test.ts',
  'test/api/web-app/after-the-body.test.ts',
  // Who may call a route.
  'test/api/authentication/{demands,declared-access,ip-allow-list.403,permissions.403,unauthorized.401}.test.ts',
  'test/api/web-app/{confirmation,identity-forgery,matrix}.test.ts',
  // Limits that are counted in memory or in Redis, proof of work, the queue for hashing passwords.
  'test/api/rate-limits/*.test.ts',
  'test/api/capture/codes.test.ts',
  'test/api/web-app/{identity-brakes,identity-flood,identity-lock-out,session-rate-limits}.test.ts',
  // Photos, files and what is made of them.
  'test/api/capture/{brand,upload.422.file,upload.4xx.words}.test.ts',
  'test/api/photos/get.test.ts',
  'test/api/test-helpers/*.test.ts',
  'test/api/web-app/{report,zip}.test.ts',
];

/** The suites that touch the database run twice, once on each engine. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      name: engine,
      include: ['test/api/**/*.test.ts', 'test/contract/database/**/*.test.ts'],
      exclude: engine === 'postgres' && !isFull ? ON_ONE_ENGINE : [],
      env: { TEST_ENGINE: engine },
      // Each test file makes its own app and database; loading the service anew for each took a third of the time.
      isolate: false,
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
    globalSetup: ['test/helpers/cluster-api-setup.ts'],
    setupFiles: ['test/helpers/cluster-api-skips.ts'],
  },
};

export default defineConfig({
  test: {
    // Most tests wait for another process half of the time; Vitest leaves one core free, of two as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end a test that hangs. What is slow only because the machine is busy must not fail.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    globalSetup: ['test/helpers/sqlite-setup.ts'],
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      onEngine('sqlite'),
      onEngine('postgres'),
      { test: { name: 'storage', include: ['test/contract/storage/**/*.test.ts'] } },
      {
        test: { name: 'process', include: ['test/process/**/*.test.ts'], testTimeout: 300_000, ...postgres },
      },
      { test: { name: 'cluster', include: ['test/cluster/*.test.ts'], testTimeout: 300_000, ...postgres } },
      ...(isFull
        ? [
            apiOnCluster,
            {
              test: {
                name: 'cluster-full',
                include: ['test/cluster/full/*.test.ts'],
                testTimeout: 600_000,
                ...postgres,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
    ],
  },
});
