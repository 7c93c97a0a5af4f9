import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { greetFirstStart } from '../../src/first-start.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createServices, type Services } from '../../src/services.ts';
import { openTestPlatform } from '../helpers/app/test-platform.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database/test-database.ts';

describe.each(['sqlite', 'postgres'] as const)('a first start that is cut short, on %s', (engine) => {
  let testDatabase: TestDatabase;
  let database: Database;
  let services: Services;
  let outside: Awaited<ReturnType<typeof openTestPlatform>>;
  beforeEach(async () => {
    testDatabase = await createTestDatabase(engine);
    database = await testDatabase.open();
    await migrate(database);
    outside = await openTestPlatform({ database });
    services = createServices(outside.platform);
  });
  afterEach(async () => {
    await outside.close();
    await database.close();
    await testDatabase.drop();
  });

  async function start(using: Services): Promise<string> {
    let printed = '';
    await greetFirstStart(using, readConfig({}), (text) => {
      printed += text;
    });
    return printed;
  }

  it('should leave nothing behind, so that the next start greets', async () => {
    const insertRequest = () => Promise.reject(new Error('the power went out'));
    await expect(start({ ...services, insertRequest })).rejects.toThrow('the power went out');
    for (const table of ['installation', 'workspaces', 'users', 'api_keys'] as const) {
      expect(await database.reader.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await start(services)).toContain('Live API key');
  });

  it('should greet once when several nodes start at once', async () => {
    const printed = await Promise.all([start(services), start(services), start(services)]);
    expect(printed.filter((text) => text !== '')).toHaveLength(1);
  });
});
