import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requestCommands } from '../../../src/cli/request-commands.ts';
import { liveInWorkspace, submitPersonally } from '../../helpers/app/lived-in-workspace.ts';
import { createPhotoRequest, storePhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { findTraces } from '../../helpers/database/stored-traces.ts';
import { useFolderForAll, useForAll } from '../../helpers/hooks.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

describe('erasing a photo request', () => {
  const mailFolder = useFolderForAll();
  const api = useTestApp({ platform: { mailFolder, phoneFolder: mailFolder } });
  const workspace = useForAll(() => liveInWorkspace(api, mailFolder));
  const neighbor = useForAll(() => liveInWorkspace(api, mailFolder));

  const traces = (values: string[]) => findTraces(api, values, mailFolder);
  async function eraseAsOperator(id: string) {
    const [command] = requestCommands;
    if (command === undefined || 'runBare' in command) throw new Error('no such command');
    const given = { text: () => id, optional: () => undefined, flag: () => false };
    return command.run(api.services, given, () => {});
  }
  const eventsOf = (id: string) => rowsOf(api.database, 'events', { subject_id: id });
  const deleteQueuedFiles = async () => {
    while (await api.services.photoUpkeep.deleteQueuedFiles());
  };

  it('should leave nothing of the customer anywhere, and report what went', async () => {
    const { id, values } = workspace.request;
    const before = await traces(values);
    const places = new Set(before.map((trace) => trace.split(':')[0]));
    // The scene is what the test stands on: the values must have been in all these places.
    expect([...places].sort()).toEqual(
      [
        'answer_texts',
        'archive_copies',
        'events',
        'idempotency_keys',
        'mail',
        'mails',
        'phone_messages',
        'photo_requests',
        'photos',
        'request_notes',
        'similarity_keys',
        'seal_jobs',
        'storage',
      ].sort(),
    );
    const untouched = await traces(neighbor.values);

    const report = await eraseAsOperator(id);

    expect(await traces(values)).toEqual([]);
    expect(report).toEqual({
      id,
      workspace_id: workspace.id,
      photo_requests: 1,
      photos: 1,
      capture_sessions: 1,
      mails: 1,
      phone_messages: 1,
      events: 4,
      deliveries: 2,
      delivery_attempts: 2,
      kept_answers: 1,
      audit_entries_redacted: 2,
      files_left_to_delete: 0,
    });
    expect(await traces(neighbor.values)).toEqual(untouched);
  });

  it('should do the same by API, with the key in the audit log, but not with a visit that is the customer’s own', async () => {
    const { id, values } = await submitPersonally(api, workspace.key, mailFolder);
    const erase = (one: string) =>
      api.call('POST', `/v1/photo-requests/${one}/erase`, { key: workspace.key });
    expect((await erase(id)).json().data).toEqual({ id, deleted: true });
    await deleteQueuedFiles();
    expect(await traces(values)).toEqual([]);
    const entries = await rowsOf(api.database, 'audit_entries', { subject_id: id });
    expect(entries.map(({ action, actor }) => [action, actor.slice(0, 4)])).toEqual([
      ['photo_request.deleted', 'key_'],
    ]);
    const visit = await storePhotoRequest(api, workspace.id, { type: 'permanent' });
    for (const one of [id, visit, '%00']) expectError(await erase(one), 404, 'not_found', []);
    expect(await rowsOf(api.database, 'photo_requests', { id: visit })).toHaveLength(1);
  });

  it.each(['there', 'deleted by API'])(
    'should find what was kept for repeating its call after the clock was set back, while it is %s',
    async (state) => {
      const { key } = workspace;
      await createPhotoRequest(api, key);
      api.clock.jump(-HOUR);
      const instructions = `Nothing is kept of this, ${state}`;
      const headers = { 'idempotency-key': state };
      const created = await api.call('POST', '/v1/photo-requests', { key, headers, body: { instructions } });
      const { id } = created.json().data;
      if (state !== 'there') await api.call('DELETE', `/v1/photo-requests/${id}`, { key });
      expect(await traces([instructions])).not.toEqual([]);
      await eraseAsOperator(id);
      expect(await traces([instructions])).toEqual([]);
      api.clock.advance(HOUR);
    },
  );

  it('should tell receivers that it is gone, and nothing else', async () => {
    const request = await submitPersonally(api, workspace.key, mailFolder);
    await eraseAsOperator(request.id);
    const [event, ...others] = await eventsOf(request.id);
    expect(others).toEqual([]);
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      event: 'photo_request.deleted',
      data: { id: request.id, instructions: '', external_id: null, metadata: {} },
    });
  });

  it('should take from the audit log where someone was, not who', async () => {
    const { owner } = workspace;
    const canceled = await owner.browser.expect<{ id: string }>('POST', `${owner.path}/photo-requests`, {
      instructions: 'A photo, please.',
    });
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${canceled.id}/cancel`);
    await eraseAsOperator(canceled.id);
    const entries = await rowsOf(api.database, 'audit_entries', { subject_id: canceled.id }, 'id');
    const erased = { ip_address: null, subject_name: null };
    expect(entries).toMatchObject([
      { action: 'photo_request.created', actor: owner.email, ...erased },
      { action: 'photo_request.canceled', actor: owner.email, ...erased },
      { action: 'photo_request.deleted', actor: 'operator', ...erased },
    ]);
  });

  it('should be what the web application does when someone deletes one', async () => {
    const { owner } = workspace;
    const request = await submitPersonally(api, workspace.key, mailFolder);
    await owner.browser.expect('DELETE', `${owner.path}/photo-requests/${request.id}`);
    await deleteQueuedFiles();
    expect(await traces(request.values)).toEqual([]);
  });

  it('should find what a deletion by API leaves for the receivers', async () => {
    const request = await submitPersonally(api, workspace.key, mailFolder);
    await api.call('DELETE', `/v1/photo-requests/${request.id}`, { key: workspace.key });
    await deleteQueuedFiles();
    expect(await traces(request.values)).not.toEqual([]);
    expect(await eraseAsOperator(request.id)).toMatchObject({ photo_requests: 0, mails: 1 });
    expect(await traces(request.values)).toEqual([]);
  });

  it('should not find what never was', async () => {
    for (const id of ['req_0', workspace.id, `req_${'0'.repeat(28)}`]) {
      await expect(eraseAsOperator(id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('should remove the email and the message that were written to files, and no other', async () => {
    const mailed = readdirSync(mailFolder).length;
    expect(mailed).toBeGreaterThan(0);
    await eraseAsOperator(neighbor.request.id);
    expect(readdirSync(mailFolder)).toHaveLength(mailed - 2);
  });
});
