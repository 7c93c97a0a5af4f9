import type { BrowserAttack, ProtocolAttack } from './attack.ts';
import { BROWSER_VISITS, type HonestBrowserVisit } from './honest/browser-plan.ts';
import { type HonestVisit, planVisits } from './honest/plan.ts';
import { createVisits, type HonestResult } from './honest/visit.ts';
import { type AttackResult, resultOf } from './outcome.ts';
import { type Lens, openLens } from './scenes/lens.ts';
import { type BrowserStage, openBrowserStage } from './stage/browser-stage.ts';
import { createCheat } from './stage/cheat.ts';
import { startCorpusServer } from './stage/server.ts';
import type { Findings } from './table.ts';

/** Which part of the corpus is run. */
export interface Selection {
  protocol: Map<string, ProtocolAttack>;
  browser: Map<string, BrowserAttack>;
  visits: HonestVisit[];
  browserVisits: HonestBrowserVisit[];
}

/** Hears how far it is. */
export type Progress = (text: string) => void;

export const everyVisit = () => ({ visits: planVisits(), browserVisits: BROWSER_VISITS });

/** By the protocol and in browsers side by side, each with a server of its own: one of them has its clock moved. */
export async function runCorpus(selection: Selection, progress: Progress = () => {}): Promise<Findings> {
  const [byProtocol, inBrowsers] = await Promise.all([
    runByProtocol(selection, progress),
    runInBrowsers(selection, progress),
  ]);
  return {
    attacks: [...byProtocol.attacks, ...inBrowsers.attacks],
    honest: [...byProtocol.honest, ...inBrowsers.honest],
    failures: [...byProtocol.failures, ...inBrowsers.failures],
  };
}

/** One that cannot be carried out is told at the end: the others have taken minutes. */
async function attempt<T>(name: string, failures: string[], work: () => Promise<T>): Promise<T[]> {
  try {
    return [await work()];
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    return [];
  }
}

/** The honest captures first: they fill the workspace that the attacks come to. */
async function runByProtocol(
  { protocol, visits }: Pick<Selection, 'protocol' | 'visits'>,
  progress: Progress,
): Promise<Findings> {
  return withParts(openLens, (lens) =>
    withParts(startServer, async (server) => {
      const honest = await createVisits(server, lens, visits);
      progress(`${honest.length} honest captures by the protocol are done.`);
      const attacks: AttackResult[] = [];
      const failures: string[] = [];
      const cheat = createCheat(server, lens);
      for (const [name, attack] of protocol) {
        const run = async () => resultOf(name, attack, await attack.run(cheat), server);
        attacks.push(...(await attempt(name, failures, run)));
      }
      progress(`${attacks.length} attacks by the protocol are done.`);
      return { honest, attacks, failures };
    }),
  );
}

async function startServer() {
  const server = await startCorpusServer();
  return { ...server, close: server.stop };
}

async function runInBrowsers(
  { browser, browserVisits }: Pick<Selection, 'browser' | 'browserVisits'>,
  progress: Progress,
): Promise<Findings> {
  if (browser.size + browserVisits.length === 0) return { honest: [], attacks: [], failures: [] };
  return withParts(openLens, (lens: Lens) =>
    withParts(
      () => openBrowserStage(lens),
      async (stage) => {
        const failures: string[] = [];
        const honest = await twoAtATime(browserVisits, (visit) =>
          attempt(visit.name, failures, () => visitHonestly(stage, visit)),
        );
        progress(`${honest.length} honest visits in Chromium are done.`);
        const attacks = await twoAtATime([...browser], ([name, attack]) =>
          attempt(name, failures, async () =>
            resultOf(name, attack, await attack.runInBrowser(stage), stage.server),
          ),
        );
        progress(`${attacks.length} attacks in Chromium are done.`);
        return { honest: honest.flat(), attacks, failures };
      },
    ),
  );
}

/** People aim and wait most of the time. Results come in the order of what was asked for. */
async function twoAtATime<T, R>(all: T[], work: (one: T) => Promise<R[]>): Promise<R[]> {
  const results: R[][] = all.map(() => []);
  const waiting = [...all.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all([worker(), worker()]);
  return results.flat();
}

async function visitHonestly(
  stage: BrowserStage,
  { name, ...visit }: HonestBrowserVisit,
): Promise<HonestResult[]> {
  const ending = await stage.visit(visit);
  if ('refused' in ending) return [{ about: name, refused: ending.refused }];
  const photos = await stage.server.photosOf(ending.requestId);
  return photos.map((photo) => ({ about: `Chromium, ${name}`, photo }));
}

async function withParts<T extends { close(): Promise<unknown> }, R>(
  open: () => Promise<T>,
  use: (part: T) => Promise<R>,
): Promise<R> {
  const part = await open();
  try {
    return await use(part);
  } finally {
    await part.close();
  }
}
