import { defineConfig } from 'vitest/config';

const server = { globalSetup: ['test/helpers/global-setup.ts'] };

/** The suites that touch the database run twice, once on each engine. */
function onEngine(engine: 'sqlite' | 'postgres') {
  return {
    test: {
      name: engine,
      include: ['test/api/**/*.test.ts', 'test/contract/database/**/*.test.ts'],
      env: { TEST_ENGINE: engine },
      ...server,
    },
  };
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      onEngine('sqlite'),
      onEngine('postgres'),
      { test: { name: 'storage', include: ['test/contract/storage/**/*.test.ts'] } },
      { test: { name: 'process', include: ['test/process/**/*.test.ts'], testTimeout: 120_000, ...server } },
      { test: { name: 'browser', include: ['test/browser/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
