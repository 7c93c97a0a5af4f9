import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const server = { globalSetup: ['test/helpers/global-setup.ts'] };

/** The suites that touch the database run twice, once on each engine. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      name: engine,
      include: ['test/api/**/*.test.ts', 'test/contract/database/**/*.test.ts'],
      env: { TEST_ENGINE: engine },
      // Each test file makes its own app and database; loading the service anew for each took a third of the time.
      isolate: false,
      ...server,
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

/** What takes long is run by `npm run test:full`, or by its name. */
const isFull = process.env.TEST_FULL === '1';

export default defineConfig({
  test: {
    // Most tests wait for another process half of the time; Vitest leaves one core free, of two as well.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // These end a test that hangs. What is slow only because the machine is busy must not fail.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], isolate: false } },
      onEngine('sqlite'),
      onEngine('postgres'),
      { test: { name: 'storage', include: ['test/contract/storage/**/*.test.ts'] } },
      { test: { name: 'process', include: ['test/process/**/*.test.ts'], testTimeout: 300_000, ...server } },
      { test: { name: 'cluster', include: ['test/cluster/*.test.ts'], testTimeout: 300_000, ...server } },
      ...(isFull
        ? [
            apiOnCluster,
            {
              test: {
                name: 'cluster-full',
                include: ['test/cluster/full/*.test.ts'],
                testTimeout: 600_000,
                ...server,
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
