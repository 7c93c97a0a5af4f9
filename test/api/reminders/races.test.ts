import { describe, expect, it } from 'vitest';
import { advanceRequest } from '../../../src/photo-requests/progress-repository.ts';
import { openSameDatabase, startNode } from '../../helpers/app/node.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { openPage } from '../../helpers/capture/customer.ts';
import { fillPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';

describe('reminders and everything else at the same moment', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const reminders = [{ when: 'not_submitted', hours: 24 }];

  it('should be sent once each when several nodes find them due', async () => {
    const scene = createReminderScene(api, workspace);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const asked = [];
    for (let i = 0; i < 30; i++) asked.push(await scene.ask({ reminders }));
    const database = await openSameDatabase(api);
    const node = await startNode({ api, database });
    api.clock.advance(DAY);
    const nodes = [api.services, node.services, api.services, node.services];
    for (let round = 0; round < 8; round++)
      await Promise.all(nodes.map(({ photoRequests }) => photoRequests.sendReminders(4)));
    for (const { id } of asked) {
      expect(await scene.mailsOf(id)).toHaveLength(1);
      expect((await scene.read(id)).reminder_count).toBe(1);
    }
    expect(await rowsOf(api.database, 'due_reminders', {})).toEqual([]);
    await node.close();
    await database.close();
  });

  it('should not be sent past a submission that is about to be committed', async () => {
    const scene = createReminderScene(api, workspace);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const { id } = await scene.ask({ reminders });
    api.clock.advance(DAY);
    const now = api.clock.now();
    const owner = { workspaceId: workspace.id, environment: 'live' as const };
    let sweeping: Promise<unknown> = Promise.resolve();
    await api.database.write(async (trx) => {
      await advanceRequest(trx, owner, id, { status: 'submitted', submitted_at: now }, now);
      // On PostgreSQL the sweep comes to this request while it is being submitted, and must not wait for it.
      sweeping = scene.sweep();
      if (api.database.engine === 'postgres') await sweeping;
    });
    await sweeping;
    await scene.sweep();
    expect(await scene.mailsOf(id)).toEqual([]);
    expect(await rowsOf(api.database, 'due_reminders', { request_id: id })).toEqual([]);
  });

  it('should either come before the submission or not at all, however the two meet', async () => {
    const scene = createReminderScene(api, workspace);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const customers = [];
    for (let i = 0; i < 6; i++) {
      const request = await scene.ask({ reminders });
      const page = await openPage(api, 'request', request.token);
      customers.push({ id: request.id, page, photos: await fillPlaces(page, [0], i) });
    }
    api.clock.advance(DAY - 1);
    const pages = await Promise.all(
      customers.map(async ({ id, page, photos }) => {
        const { request_url } = await scene.read(id);
        const fresh = await openPage(api, 'request', request_url.split('/').at(-1) ?? '', page.session);
        return { id, page: fresh, photos };
      }),
    );
    api.clock.advance(1);
    await Promise.all([
      ...pages.map(({ page, photos }) => page.submit({ photos })),
      scene.sweep(),
      scene.sweep(),
    ]);
    for (const { id } of pages) {
      const request = await scene.read(id);
      expect(request.status).toBe('submitted');
      expect(await scene.mailsOf(id)).toHaveLength(request.reminder_count);
    }
    const counts = await Promise.all(pages.map(async ({ id }) => (await scene.mailsOf(id)).length));
    await scene.sweep();
    expect(await Promise.all(pages.map(async ({ id }) => (await scene.mailsOf(id)).length))).toEqual(counts);
  });

  it('should leave room for other emails when thousands of them are due', async () => {
    const scene = createReminderScene(api, workspace);
    api.clock.set(Date.UTC(2026, 0, 14, 12));
    const { id } = await scene.ask({ reminders });
    api.clock.advance(DAY);
    await api.database.write(async (trx) => {
      const mail = { kind: 'photo_request', recipient: 'a@example.com', locale: 'en', content: '{}' };
      const rest = { status: 'queued', attempt_count: 0, next_attempt_at: 0, created_at: 0 } as const;
      for (let at = 0; at < 20; at++)
        await trx
          .insertInto('mails')
          .values(
            Array.from({ length: 100 }, (_, index) => ({
              ...mail,
              ...rest,
              id: `mail_full_${at}_${index}`,
              workspace_id: workspace.id,
              request_id: null,
              call_id: null,
              error: null,
              finished_at: null,
            })),
          )
          .execute();
    });
    await scene.sweep();
    expect(await scene.mailsOf(id)).toEqual([]);
    await api.database.write((trx) =>
      trx.updateTable('mails').set({ status: 'sent' }).where('id', 'like', 'mail_full_%').execute(),
    );
    await scene.sweep();
    expect(await scene.mailsOf(id)).toHaveLength(1);
  });
});
