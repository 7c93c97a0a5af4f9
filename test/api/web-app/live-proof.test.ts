import { describe, expect, it } from 'vitest';
import { CHECKS } from '../../../src/photos/evidence/finding.ts';
import { DEFAULT_POLICY, type EvidencePolicy } from '../../../src/photos/evidence/policy.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { rowOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';

describe('what follows from warnings, as a setting', () => {
  const api = useTestApp();
  const owner = useForEach(() => createOwner(api));

  const read = ({ browser, path }: Pick<Person, 'browser' | 'path'> = owner) =>
    browser.expect<EvidencePolicy>('GET', `${path}/settings/live-proof`);
  const change = (body: object, browser = owner.browser) =>
    browser.call('PATCH', `${owner.path}/settings/live-proof`, body);
  const stored = async () =>
    (await rowOf(api.database, 'workspaces', { id: owner.workspaceId })).evidence_policy;

  it('should be to inform and to challenge no one, until someone wants more', async () => {
    expect(await read()).toEqual({
      checks: Object.fromEntries(CHECKS.map((check) => [check, 'inform'])),
      challenge: 'off',
    });
    expect(await stored()).toBeNull();
  });

  it('should keep what is not named, and be stored only where it differs from the default', async () => {
    const first = await change({ checks: { duplicate: 'hold', screen: 'refuse' } });
    expect(first.json().data.checks).toMatchObject({ duplicate: 'hold', screen: 'refuse', page: 'inform' });
    const second = await change({ checks: { duplicate: 'inform' }, challenge: 'on_warning' });
    const policy = { checks: { ...DEFAULT_POLICY.checks, screen: 'refuse' }, challenge: 'on_warning' };
    expect(second.json().data).toEqual(policy);
    expect(await read()).toEqual(policy);
    expect(JSON.parse((await stored()) ?? '')).toEqual({
      checks: { screen: 'refuse' },
      challenge: 'on_warning',
    });
    await change({ checks: { screen: 'inform' }, challenge: 'off' });
    expect(await stored()).toBeNull();
  });

  it('should be in the audit log with what it was before, and not when nothing changed', async () => {
    await change({ checks: { duplicate: 'hold', page: 'inform' }, challenge: 'always' });
    await change({ checks: { duplicate: 'hold' } });
    const query = '?action=workspace';
    const entries = await owner.browser.expect<{ action: string; details: object }[]>(
      'GET',
      `${owner.path}/audit-log${query}`,
    );
    expect(entries.filter(({ action }) => action === 'workspace.live_proof_changed')).toMatchObject([
      {
        details: {
          ...{ duplicate_check: 'hold', duplicate_check_before: 'inform' },
          ...{ challenge: 'always', challenge_before: 'off' },
        },
      },
    ]);
  });

  it('should be refused with words for a check or a choice that does not exist', async () => {
    for (const body of [
      { checks: { duplicate: 'explode' } },
      { checks: { horoscope: 'hold' } },
      { challenge: 'sometimes' },
      { checks: [] },
    ])
      expectRefusal(await change(body), 422, 'validation_error');
    expect(await stored()).toBeNull();
  });

  it('should be seen by viewers, changed by admins, and of no other workspace', async () => {
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const member = await createMember(api, owner.workspaceId, 'member');
    const admin = await createMember(api, owner.workspaceId, 'admin');
    expect(await read({ browser: viewer.browser, path: owner.path })).toEqual(DEFAULT_POLICY);
    for (const { browser } of [viewer, member])
      expectRefusal(await change({ challenge: 'always' }, browser), 403, 'insufficient_permission');
    expect((await change({ challenge: 'always' }, admin.browser)).statusCode).toBe(200);
    const stranger = await createOwner(api);
    expectRefusal(await change({ challenge: 'off' }, stranger.browser), 404, 'not_found');
    expect(await read(stranger)).toEqual(DEFAULT_POLICY);
    expect((await read()).challenge).toBe('always');
  });

  it('should be read with the defaults where a later release has written what this one does not know', async () => {
    const evidence_policy = JSON.stringify({
      checks: { duplicate: 'explode', horoscope: 'hold', page: 'refuse' },
      challenge: 'sometimes',
    });
    await updateRows(api.database, 'workspaces', { id: owner.workspaceId }, { evidence_policy });
    expect(await read()).toEqual({ ...DEFAULT_POLICY, checks: { ...DEFAULT_POLICY.checks, page: 'refuse' } });
  });
});
