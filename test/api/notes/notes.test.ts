import { describe, expect, it } from 'vitest';
import type { PhotoRequestDetail } from '../../../src/photo-requests/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { codeOf, createMember, type Person, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';
import { createRequest, createSubmitted } from '../web-app/web-requests.ts';

describe('a note on a request', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const notesOf = (id: string) => `${owner.path}/photo-requests/${id}/notes`;
  const write = (by: Person, id: string, text: string, mentions: string[] = []) =>
    by.browser.expect<{ id: string }>('POST', notesOf(id), { text, mentions });
  const timeline = async (by: Person, id: string) =>
    (await by.browser.expect<PhotoRequestDetail>('GET', `${owner.path}/photo-requests/${id}`)).timeline;

  it('should stand in the timeline where it was written, for viewers too', async () => {
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const { id } = await createRequest(owner);
    api.clock.advance(1_000);
    await write(owner, id, 'Ask for the left side.');
    api.clock.advance(1_000);
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${id}/cancel`);
    const entries = await timeline(viewer, id);
    expect(entries.map(({ kind, by }) => [kind, by])).toEqual([
      ['created', owner.email],
      ['note', owner.email],
      ['canceled', owner.email],
    ]);
    expect(entries[1]?.member_note).toMatchObject({
      text: 'Ask for the left side.',
      author_id: owner.userId,
      edited_at: null,
    });
  });

  it('should be edited by its author alone, and deleted by them, admins and owners', async () => {
    const author = await createMember(api, owner.workspaceId, 'member');
    const colleague = await createMember(api, owner.workspaceId, 'member');
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const { id } = await createRequest(owner);
    const note = await write(author, id, 'First');
    const address = `${notesOf(id)}/${note.id}`;
    const refused = [403, 'insufficient_permission'];
    expect(codeOf(await admin.browser.call('PATCH', address, { text: 'Mine' }))).toEqual(refused);
    expect(codeOf(await colleague.browser.call('DELETE', address))).toEqual(refused);
    await author.browser.expect('PATCH', address, { text: 'Second' });
    const [, entry] = await timeline(author, id);
    expect(entry?.member_note).toMatchObject({ text: 'Second', edited_at: expect.any(String) });
    await admin.browser.expect('DELETE', address);
    expect(await timeline(author, id)).toHaveLength(1);
    expect(codeOf(await author.browser.call('DELETE', address))).toEqual([404, 'not_found']);
  });

  it('should mention members of its workspace and no one else', async () => {
    const stranger = await createMember(api, (await api.createWorkspace()).id, 'member');
    const { id } = await createRequest(owner);
    const body = { text: 'Look at this', mentions: [owner.userId, stranger.userId] };
    const response = await owner.browser.call('POST', notesOf(id), body);
    expectRefusal(response, 422, 'validation_error');
    expect(Object.keys(response.json().error.details)).toEqual(['mentions.1']);
    expect(await rowsOf(api.database, 'request_notes', { request_id: id })).toEqual([]);
    const { id: noteId } = await write(owner, id, 'Look');
    const edited = await owner.browser.call('PATCH', `${notesOf(id)}/${noteId}`, body);
    expectRefusal(edited, 422, 'validation_error');
  });

  it('should tell each member whom it mentions once, and not its author', async () => {
    const member = await createMember(api, owner.workspaceId, 'viewer');
    const other = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const note = await write(owner, id, 'You three', [member.userId, member.userId, owner.userId]);
    const address = `${notesOf(id)}/${note.id}`;
    const mentions = [member.userId, other.userId];
    await owner.browser.expect('PATCH', address, { text: 'You two', mentions });
    await tellMembers(api.services);
    const told = async (person: Person) => (await toldTo(api, person)).map(({ kind }) => kind);
    expect([await told(member), await told(other)]).toEqual([['mentioned'], ['mentioned']]);
    expect(await rowsOf(api.database, 'notifications', { user_id: owner.userId, note_id: note.id })).toEqual(
      [],
    );
    await owner.browser.expect('DELETE', address);
    expect([await told(member), await told(other)]).toEqual([[], []]);
  });

  it('should not tell a member again who is taken out of it and mentioned once more', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const note = await write(owner, id, 'Look');
    const address = `${notesOf(id)}/${note.id}`;
    for (const mentions of [[member.userId], [], [member.userId], [], [member.userId]])
      await owner.browser.expect('PATCH', address, { text: 'Look', mentions });
    await tellMembers(api.services);
    expect(await toldTo(api, member)).toMatchObject([{ kind: 'mentioned', note_id: note.id }]);
    expect(
      await rowsOf(api.database, 'mails', { recipient: member.email, kind: 'notification' }),
    ).toHaveLength(1);
  });

  it.each([
    ['nothing', { text: '   ' }],
    ['too much', { text: 'x'.repeat(2_001) }],
    ['too many mentions', { text: 'All', mentions: Array.from({ length: 21 }, (_, n) => `user_${n}`) }],
  ])('should be refused with %s', async (_what, body) => {
    const { id } = await createRequest(owner);
    expectRefusal(await owner.browser.call('POST', notesOf(id), body), 422, 'validation_error');
  });

  it('should reach neither webhooks nor downloads nor whoever reads the request by API', async () => {
    const { key } = await api.createKey(owner.workspaceId);
    const created = await createSubmitted(api, owner);
    const text = 'Between us: this customer is difficult.';
    await write(owner, created.id, text);
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${created.id}/review`, {
      decision: 'approve',
    });
    const shown = await api.call('GET', `/v1/photo-requests/${created.id}`, { key });
    expect(Object.keys(shown.json().data)).not.toContain('assignee');
    const zip = await owner.browser.call('GET', `${owner.path}/photo-requests/${created.id}/photos.zip`);
    const events = await rowsOf(api.database, 'events', { subject_id: created.id });
    expect(events.length).toBeGreaterThan(0);
    for (const told of [shown.body, zip.rawPayload.toString('latin1'), ...events.map(({ body }) => body)])
      expect(told).not.toContain(text);
  });

  it('should keep the name of an author who left, and go with its request', async () => {
    const author = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    await write(author, id, 'I was here');
    await author.browser.expect('POST', `${owner.path}/leave`);
    expect((await timeline(owner, id)).map(({ by }) => by)).toContain(author.email);
    const { key } = await api.createKey(owner.workspaceId);
    expect((await api.call('DELETE', `/v1/photo-requests/${id}`, { key })).statusCode).toBe(200);
    expect(await rowsOf(api.database, 'request_notes', { request_id: id })).toEqual([]);
  });
});
