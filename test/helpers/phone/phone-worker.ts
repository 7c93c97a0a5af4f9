import { openPhoneTransport } from '../../../src/phone/open-transport.ts';
import type { PhoneSettings } from '../../../src/phone/settings.ts';
import type { PhoneWorker } from '../../../src/phone/worker.ts';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import type { PhoneMessageRow } from '../../../src/platform/db/tables.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { TestApp, TestWorkspace } from '../app/test-app.ts';
import { rowsOf } from '../database/stored-rows.ts';
import { useForAll } from '../hooks.ts';

/** What the server would run, on the clock of the test. */
export function phoneWorkerOf(
  api: TestApp,
  settings: PhoneSettings,
  options: { folder?: string; limitMs?: number } = {},
): PhoneWorker {
  const { publicUrl, clock } = api.services;
  const transport = openPhoneTransport(settings, { folder: '', publicUrl, clock, ...options });
  return api.services.openPhoneWorker({ transport, log: createLog('silent') });
}

export function usePhoneWorker(
  api: TestApp,
  settings: () => PhoneSettings,
  options: { limitMs?: number } = {},
): PhoneWorker {
  return useForAll(() => phoneWorkerOf(api, settings(), options), 'stop');
}

let numbers = 10_000_000;

/** A mobile number that no one else in these tests has. */
export function newNumber(): string {
  return `+49151${++numbers}`;
}

/** Asks for photos by API and by phone. */
export async function askByPhone(
  api: TestApp,
  workspace: TestWorkspace,
  body: Record<string, unknown> = {},
): Promise<PhotoRequest> {
  const response = await api.call('POST', '/v1/photo-requests', {
    key: workspace.live.key,
    body: { instructions: 'The damage, please.', recipient_phone: newNumber(), send_sms: true, ...body },
  });
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json().data;
}

export async function readRequest(api: TestApp, workspace: TestWorkspace, id: string): Promise<PhotoRequest> {
  return (await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.live.key })).json().data;
}

export function messagesOf(api: TestApp, requestId: string): Promise<PhoneMessageRow[]> {
  return rowsOf(api.database, 'phone_messages', { request_id: requestId }, 'id');
}
