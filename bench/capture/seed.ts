import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR } from '../../src/audit/actor.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import type { Services } from '../../src/services.ts';
import { planOf } from '../../src/workspaces/plans.ts';
import { benchServices } from '../services.ts';

/** An opened page: one ticket for each of its slots. */
export interface Page {
  session: string;
  tickets: string[];
}

const PLAN = planOf('enterprise');
export const PHOTOS_PER_PAGE = PLAN.photosPerRequest;

/**
 * Fills an empty data folder with photo requests, each with an opened page, and writes the pages to the file it returns.
 * Through the services instead of the server: one address may open only so many pages in a minute.
 */
export async function seedPages(dataDir: string, secretKey: string, count: number): Promise<string> {
  const database = await openDatabase({
    databaseUrl: undefined,
    sqliteFile: join(dataDir, 'shutterpost.db'),
  });
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  try {
    await migrate(database);
    const services = benchServices({ database, storage, secretKey });
    const { workspaceId } = await services.identity.ownedWorkspaces.create(OPERATOR, {
      name: 'Benchmark',
      email: 'bench@example.com',
      password: 'four kettles sing on Monday',
      plan: PLAN.id,
    });
    const pages: Page[] = [];
    for (let i = 0; i < count; i++) pages.push(await openPage(services, workspaceId));
    const file = join(dataDir, 'pages.json');
    writeFileSync(file, JSON.stringify(pages));
    return file;
  } finally {
    await storage.close();
    await database.close();
  }
}

async function openPage({ photoRequests, capture }: Services, workspaceId: string): Promise<Page> {
  const creator = {
    workspaceId,
    environment: 'live' as const,
    plan: PLAN,
    usage: {
      plan: PLAN.id,
      plan_started_at: Date.now(),
      lifetime_photos: 0,
      period_photos: 0,
      period_started_at: null,
    },
  };
  const { data: request } = await photoRequests.create(
    { ...OPERATOR, ...creator },
    { instructions: 'Please photograph the damage to your car.' },
  );
  const token = request.request_url.slice(request.request_url.lastIndexOf('/') + 1);
  const { session, tickets } = await capture.sessions.open('request', token);
  return {
    session,
    tickets: Array.from({ length: PHOTOS_PER_PAGE }, (_, slot) => tickets[slot]?.[0] as string),
  };
}
