// Makes the calls, in a process of its own: what it needs of the processors is seen apart from the servers' share.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Customer, runTurn, type Sending, type TurnResult } from './customers.ts';
import type { Page } from './seed.ts';

/** One turn of one server, as the benchmark orders it. */
export interface Order {
  url: string;
  concurrent: number;
  seconds: number;
  /** The opened pages of the service; absent for what it is held against, which asks for none. */
  pagesFile?: string | undefined;
  isTus?: boolean | undefined;
}

export type Outcome =
  | (TurnResult & { cpuMs: number; error?: undefined })
  | { error: string; clientIds?: undefined };

const [photoFile, reportsFile] = process.argv.slice(2) as [string, string];
const photo = readFileSync(photoFile);
const reports: Buffer[] = JSON.parse(readFileSync(reportsFile, 'utf8')).map((line: string) =>
  Buffer.from(line),
);
const sha256Hex = createHash('sha256').update(photo).digest('hex');
const served = new Map<string, { pages: Page[]; customers: Customer[] }>();

process.on('message', async (order: Order) => {
  process.send?.(await carryOut(order));
});
process.once('disconnect', () => process.exit(0));

async function carryOut(order: Order): Promise<Outcome> {
  const { pagesFile } = order;
  const customers =
    pagesFile === undefined
      ? Array(order.concurrent).fill(order.isTus ? toTus : toCeiling)
      : customersWith(pagesFile, order.concurrent);
  const cpuBefore = process.cpuUsage();
  try {
    const result = await runTurn({ ...order, photo, sha256Hex, customers });
    const { user, system } = process.cpuUsage(cpuBefore);
    return { ...result, cpuMs: (user + system) / 1000 };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function toCeiling(clientId: string): Sending {
  return { method: 'PUT', path: `/photos/${clientId}`, headers: {} };
}

/** The file is created and sent by one call, the fewest that tus knows. */
function toTus(clientId: string): Sending {
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'upload-length': String(photo.length),
    'upload-metadata': `filename ${Buffer.from(`${clientId}.jpg`).toString('base64')}`,
  };
  return { method: 'POST', path: '/photos', headers, lengthHeader: 'upload-offset' };
}

let reported = 0;

function nextReport(): Buffer | undefined {
  reported += 1;
  return reports[reported % reports.length];
}

/** Fills the slots of a page and goes on with a page that no one has used: no photo replaces another. */
function customerOf(pages: Page[]): Customer {
  let page: Page | undefined;
  let slot = 0;
  return (clientId) => {
    if (page === undefined || slot === page.tickets.length) {
      page = pages.pop();
      slot = 0;
    }
    if (page === undefined) throw new Error('All seeded pages are used up: run with fewer rounds or seconds');
    const headers = {
      'x-capture-session': page.session,
      'x-capture-ticket': page.tickets[slot] as string,
      'x-photo-slot': String(slot),
      'x-photo-captured-at': new Date().toISOString(),
    };
    slot += 1;
    return { method: 'PUT', path: `/capture/photos/${clientId}`, headers, report: nextReport() };
  };
}

/** The same ones turn after turn, since each goes on with what is left of its page. */
function customersWith(pagesFile: string, count: number): Customer[] {
  let known = served.get(pagesFile);
  if (known === undefined) {
    known = { pages: JSON.parse(readFileSync(pagesFile, 'utf8')), customers: [] };
    served.set(pagesFile, known);
  }
  while (known.customers.length < count) known.customers.push(customerOf(known.pages));
  return known.customers.slice(0, count);
}
