import { beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { greetFirstStart } from '../../src/first-start.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createSetUpTrial } from '../../src/trial-workspace/set-up-trial.ts';
import { openTestPlatform } from '../helpers/app/test-platform.ts';
import { createWholeService, type WholeService } from '../helpers/app/whole-service.ts';
import {
  createTestDatabase,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../helpers/database/test-database.ts';
import { useForEach } from '../helpers/hooks.ts';

describe.each(['sqlite', 'postgres'] as const)('a first start that is cut short, on %s', (engine) => {
  const database = useConnectionForEach(useTestDatabaseForEach(() => createTestDatabase(engine)));
  beforeEach(() => migrate(database));
  const outside = useForEach(() => openTestPlatform({ database }), 'close');
  const services = useForEach(() => createWholeService(outside.platform));

  function withParts(parts: Partial<Parameters<typeof createSetUpTrial>[0]>): WholeService {
    const { ownedWorkspaces } = services.identity;
    const setUpTrial = createSetUpTrial({ ...services, ownedWorkspaces, ...parts });
    return { ...services, setUpTrial };
  }

  async function start(using: WholeService): Promise<string> {
    let printed = '';
    await greetFirstStart(using, readConfig({}), (text) => {
      printed += text;
    });
    return printed;
  }

  it('should leave nothing behind, so that the next start greets', async () => {
    const insertRequest = () => Promise.reject(new Error('the power went out'));
    await expect(start(withParts({ insertRequest }))).rejects.toThrow('the power went out');
    for (const table of ['installation', 'workspaces', 'users', 'api_keys'] as const) {
      expect(await database.reader.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await start(services)).toContain('Live API key');
    const entries = await database.reader
      .selectFrom('audit_entries')
      .select('action')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual([
      'workspace.created',
      'api_key.created',
      'api_key.created',
      'photo_request.created',
    ]);
  });

  it('should greet once when several nodes start at once', async () => {
    const printed = await Promise.all([start(services), start(services), start(services)]);
    expect(printed.filter((text) => text !== '')).toHaveLength(1);
  });

  it('should say nothing when another node was faster after the first look', async () => {
    const { workspaceRepository } = services;
    const looks = [() => start(services).then(() => false)];
    const existsAny = async () => (await looks.pop()?.()) ?? workspaceRepository.existsAny();
    const slower = { ...workspaceRepository, existsAny };
    expect(await start(withParts({ workspaceRepository: slower }))).toBe('');
    expect(await database.reader.selectFrom('workspaces').select('id').execute()).toHaveLength(1);
  });
});
