import type { Lens } from '../scenes/lens.ts';
import { type Customer, openPage } from '../stage/customer.ts';
import type { Asked, CorpusServer, JudgedPhoto } from '../stage/server.ts';
import { type Capture, PHONES, photograph } from './phones.ts';
import type { HonestVisit, Pace } from './plan.ts';

/** What became of one honest capture. */
export interface HonestResult {
  /** Where it comes from: the pace, the scene and the phone. */
  about: string;
  refused?: string;
  photo?: JudgedPhoto;
}

interface Visiting extends HonestVisit {
  asked: Asked;
  pages: Customer[];
  refusals: Map<number, string>;
}

interface Taken extends Capture {
  slot: number;
  capturedAt: number;
}

const AT_ONCE = 24;

/** Customers of the same pace take their photos side by side, so that time is set forward once for all of them. */
export async function createVisits(
  server: CorpusServer,
  lens: Lens,
  visits: HonestVisit[],
): Promise<HonestResult[]> {
  const results: HonestResult[] = [];
  const paces = Map.groupBy(visits, ({ pace }) => pace.name);
  for (const samePace of paces.values()) {
    for (let from = 0; from < samePace.length; from += AT_ONCE)
      results.push(...(await visitTogether(server, lens, samePace.slice(from, from + AT_ONCE))));
  }
  return results;
}

async function visitTogether(
  server: CorpusServer,
  lens: Lens,
  visits: HonestVisit[],
): Promise<HonestResult[]> {
  const visiting = await Promise.all(visits.map((visit) => enter(server, visit)));
  const pace = (visits[0] as HonestVisit).pace;
  const longest = Math.max(...visits.map(({ photos }) => photos.length));
  for (let slot = 0; slot < longest; slot += 1) {
    server.pass(pace.aimMs);
    const taken: [Visiting, Taken][] = [];
    for (const visit of visiting) {
      const wanted = visit.photos[slot];
      if (wanted === undefined) continue;
      const capture = await photograph(lens, wanted);
      taken.push([visit, { ...capture, slot, capturedAt: server.now() }]);
    }
    server.pass(pace.keptMs);
    for (const [visit, photo] of taken) await send(server, pace, visit, photo);
  }
  const results: HonestResult[] = [];
  for (const visit of visiting) results.push(...(await finish(server, visit)));
  return results;
}

async function enter(server: CorpusServer, visit: HonestVisit): Promise<Visiting> {
  const asked = await server.ask();
  const pages = [await openPage(server, asked, { userAgent: userAgentOf(visit) })];
  if (visit.pace.tabs) pages.push(await openAgain(server, { ...visit, asked, pages }));
  return { ...visit, asked, pages, refusals: new Map() };
}

const userAgentOf = ({ photos }: HonestVisit) => PHONES[photos[0]?.phone ?? 'pixel'].userAgent;

function openAgain(server: CorpusServer, visit: Pick<Visiting, 'asked' | 'pages' | 'photos' | 'pace'>) {
  const previous = visit.pages.at(-1)?.session;
  const page = { userAgent: userAgentOf(visit), ...(previous === undefined ? {} : { previous }) };
  return openPage(server, visit.asked, page);
}

async function send(
  server: CorpusServer,
  { reloads }: Pace,
  visit: Visiting,
  { slot, body, report, capturedAt }: Taken,
): Promise<void> {
  if (reloads === 'before sending') visit.pages.push(await openAgain(server, visit));
  const page = (visit.pace.tabs ? visit.pages[slot % 2] : visit.pages.at(-1)) as Customer;
  const { location } = visit;
  const reply = await page.send({
    ...{ slot, body, capturedAt, report: { ...report, device: visit.asked.id.slice(-22) } },
    ...(location === undefined ? {} : { location: `${location.lat},${location.lng},${location.accuracy}` }),
  });
  if (reply.status >= 300) visit.refusals.set(slot, `${reply.code}: ${reply.message}`);
  if (reloads === 'between photos') visit.pages.push(await openAgain(server, visit));
}

async function finish(server: CorpusServer, visit: Visiting): Promise<HonestResult[]> {
  const reply = await (visit.pages.at(-1) as Customer).submit();
  const received = reply.status < 300 ? await server.photosOf(visit.asked.id) : [];
  return visit.photos.map(({ scene, phone, hand, light, rate, seed }, slot) => {
    const about = `${visit.pace.name}, ${scene.kind} ${seed}, ${phone}, ${hand}, light ${light}, ${rate}/s`;
    const photo = received.find(({ slot_index }) => slot_index === slot);
    if (photo !== undefined) return { about, photo };
    return { about, refused: visit.refusals.get(slot) ?? `${reply.code}: ${reply.message}` };
  });
}
