import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { runCli } from './child-process.ts';
import type { Reader } from './reader.ts';

export async function haveRequest(reader: Reader): Promise<void> {
  const slots = [{ instructions: 'The whole car' }, { instructions: 'The damage' }];
  const created = await reader.call('POST', '/photo-requests', {
    instructions: 'The car',
    photo_slots: slots,
  });
  reader.variables.ID = reader.values['req_…'] = String(created.id);
}

export async function haveSubmission(reader: Reader): Promise<void> {
  await haveRequest(reader);
  await reader.call('POST', `/test-helpers/photo-requests/${reader.variables.ID}/submit`);
}

/** Its id is what a reader puts in place of the one that is printed. */
export async function haveWorkspace(reader: Reader): Promise<void> {
  const { stdout } = await runCli(['workspace', 'list'], reader.settings);
  reader.values['ws_…'] = /^ws_\w+/m.exec(stdout)?.[0] ?? '';
}

export async function haveDelivery(reader: Reader): Promise<void> {
  await haveSubmission(reader);
  const path = `/webhook-endpoints/${reader.values['we_…']}/deliveries`;
  const [delivery] = (await reader.call('GET', path)) as unknown as { id: string }[];
  reader.values['del_…'] = delivery?.id ?? '';
}

export async function haveEvent(reader: Reader): Promise<void> {
  const [event] = (await reader.call('GET', '/events')) as unknown as { id: string }[];
  reader.values['evt_…'] = event?.id ?? '';
}

export async function haveSealedPhoto(reader: Reader): Promise<void> {
  const url = await vi.waitFor(
    async () => {
      const found = await reader.call('GET', `/photo-requests/${reader.variables.ID}`);
      const [photo] = found.items as { sealed_url: string | null }[];
      expect(photo?.sealed_url).toMatch(/^http/);
      return String(photo?.sealed_url);
    },
    { timeout: 60_000, interval: 1_000 },
  );
  await writeFile(join(reader.folder, 'photo.jpg'), await (await fetch(url)).bytes());
}
