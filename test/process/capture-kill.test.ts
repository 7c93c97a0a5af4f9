import { describe, expect, it } from 'vitest';
import type { CaptureStep } from '../../src/capture/steps.ts';
import type { Engine } from '../../src/platform/db/database.ts';
import { stateSeenFrom } from '../helpers/capture/capture-client.ts';
import {
  openPages,
  type Pace,
  SUBMISSIONS,
  sendAndSubmitAll,
  type TwoDevices,
  tryAgain,
  UPLOADS,
} from '../helpers/capture/kill-customers.ts';
import {
  expectBooksToAgree,
  expectFilesOfRows,
  expectNothingLost,
  expectOneSubmission,
  expectUpkeepToLeaveNoOrphans,
} from '../helpers/capture/kill-findings.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import { startServer } from '../helpers/process/server-process.ts';

/** How often each step is gone through in a round. */
const STEPS: Record<CaptureStep, number> = {
  'photo received': UPLOADS,
  'photo stored': UPLOADS,
  'photo checked': UPLOADS,
  'thumbnail stored': UPLOADS,
  'photo recorded': UPLOADS,
  'upload committed': UPLOADS,
  'request closed': SUBMISSIONS,
  'quota taken': SUBMISSIONS,
  'event written': SUBMISSIONS,
  'submission committed': SUBMISSIONS,
};

/** Before there is a row: which database it will be in makes no difference. */
const BEFORE_THE_DATABASE = 4;
const isFull = process.env.TEST_FULL === '1';

interface Round {
  step: string;
  occurrence: number;
  pace: Pace;
}

function roundsOn(engine: Engine): Round[] {
  const all = Object.keys(STEPS) as CaptureStep[];
  const before = engine === 'sqlite' || isFull ? all.slice(0, BEFORE_THE_DATABASE) : [];
  return [...before, ...stepsOn(engine, all.slice(BEFORE_THE_DATABASE))].flatMap((step): Round[] => {
    const times = STEPS[step];
    // In a rush an upload does not wait for its thumbnail.
    const rush: Pace = step === 'thumbnail stored' ? 'calm' : 'rush';
    const inTheMiddle: Round = { step, occurrence: times / 2, pace: rush };
    if (engine === 'postgres') return [inTheMiddle];
    const rounds: Round[] = [
      { step, occurrence: 1, pace: rush },
      { ...inTheMiddle, pace: 'calm' },
      { step, occurrence: times, pace: rush },
    ];
    // Alternating between the beginning, the middle and the end of a step; the whole run meets all.
    return isFull ? rounds : rounds.filter((_, place) => place === all.indexOf(step) % rounds.length);
  });
}

describe.each(['sqlite', 'postgres'] as const)('a server that is killed on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const dataDir = () => testDatabase.env.DATA_DIR ?? '';

  it.each(roundsOn(engine))(
    'should keep what it acknowledged and submit once, killed at "$step", occurrence $occurrence, $pace',
    async (round) => {
      const { database } = premises;
      const workspaceId = await premises.createWorkspace();
      await premises.liftLimits(workspaceId);
      const { key } = await premises.createKey(workspaceId);

      const customers = await killDuring(round, key);
      await expectBooksToAgree(database, workspaceId);
      await expectFilesOfRows(database, dataDir(), workspaceId);

      const server = await startServer(settings());
      try {
        for (const customer of customers) {
          const state = await stateSeenFrom(server.url, customer.phone);
          expectNothingLost(customer, state);
          await tryAgain(server.url, customer, state);
          await expectOneSubmission(server, key, customer);
        }
      } finally {
        await server.stop();
      }
      await expectBooksToAgree(database, workspaceId);
      await expectFilesOfRows(database, dataDir(), workspaceId);
      await expectUpkeepToLeaveNoOrphans(database, dataDir());
    },
  );

  function settings(): Record<string, string> {
    return testDatabase.env;
  }

  async function killDuring({ step, occurrence, pace }: Round, key: string): Promise<TwoDevices[]> {
    const server = await startDoomedServer(settings(), { step, occurrence });
    try {
      const customers = await openPages(server, key);
      await sendAndSubmitAll(server.url, customers, pace);
      // One that did not get to the step ends by this signal instead.
      expect((await server.stop('SIGTERM')).signal).toBe('SIGKILL');
      return customers;
    } finally {
      await server.stop('SIGKILL');
    }
  }
});
