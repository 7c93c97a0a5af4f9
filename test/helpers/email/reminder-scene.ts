import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import type { MailRow } from '../../../src/platform/db/tables.ts';
import type { TestApp, TestWorkspace } from '../app/test-app.ts';
import { keyOf } from '../capture/customer.ts';
import { rowsOf, updateRows } from '../database/stored-rows.ts';

let customers = 0;

/** A business that reminds its customers. */
export function createReminderScene(api: TestApp, workspace: TestWorkspace) {
  const { key } = workspace.live;
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    api.call(method, `/v1/photo-requests${path}`, { key, ...(body === undefined ? {} : { body }) });
  const read = async (id: string): Promise<PhotoRequest> => (await call('GET', `/${id}`)).json().data;

  return {
    call,
    read,

    /** Its first email has arrived. */
    async ask(body: Record<string, unknown> = {}): Promise<PhotoRequest & { token: string }> {
      const recipient_email = `customer-${++customers}@example.com`;
      const response = await call('POST', '', {
        instructions: 'The damage, please.',
        recipient_email,
        send_email: true,
        ...body,
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      const request: PhotoRequest = response.json().data;
      await this.arrive(request.id);
      return { ...request, token: keyOf(request.request_url) };
    },

    /** Whatever was queued for it was sent. */
    async arrive(id: string): Promise<void> {
      await updateRows(api.database, 'mails', { request_id: id }, { status: 'sent' });
      await updateRows(api.database, 'photo_requests', { id }, { email_status: 'sent' });
    },

    async sweep(): Promise<void> {
      while (await api.services.photoRequests.sendReminders()) {
        // Until nothing is due.
      }
    },

    async mailsOf(id: string): Promise<MailRow[]> {
      const rows = await rowsOf(api.database, 'mails', { request_id: id }, 'id');
      return rows.filter(({ kind }) => kind === 'reminder');
    },
  };
}
