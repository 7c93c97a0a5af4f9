import { describe, expect, it } from 'vitest';
import { sentenceOf, textOfDetails } from '../../web/dashboard/pages/audit-log/actions.ts';

describe('the details of an audit entry', () => {
  it.each([
    [{ brand_color_before: '#112233', brand_color: '#445566' }, 'Brand color: #112233 → #445566'],
    [{ brand_color_before: null, brand_color: '#445566' }, 'Brand color: default → #445566'],
    [{ retention_days_before: 90, retention_days: null }, 'Data retention (days): 90 → no limit'],
    [{ ip_allow_list_before: '', ip_allow_list: '10.0.0.0/8' }, 'IP allowlist: any → 10.0.0.0/8'],
    [{ has_access_code_before: false, has_access_code: true }, 'Access code: no → yes'],
    [{ max_submissions_before: null, max_submissions: 5 }, 'Maximum submissions: no limit → 5'],
    [{ before: 'member', role: 'admin' }, 'Role: Member → Admin'],
    [{ role: 'viewer' }, 'Role: Viewer'],
    [{ environment: 'live', hours: 24 }, 'Environment: Live · Hours added: 24'],
    [{ environment: 'test', masked_key: 'sp_test_…1234' }, 'Environment: Test · Key: sp_test_…1234'],
    [{ plan_before: 'starter', plan: 'professional' }, 'Plan: Starter → Professional'],
    [{ per_minute_before: 60, per_minute: 120 }, 'Calls per minute: 60 → 120'],
    [{ second_factor: 'app' }, 'Second factor: Authenticator app'],
    [{ reason: 'wrong_passwords' }, 'Reason: Wrong passwords'],
    [{ reason: 'wrong_second_factors' }, 'Reason: Wrong authenticator codes'],
    [{ something_new: 'x', nothing: null }, 'Something new: x'],
    [{ fields: 'brand_color, time_zone' }, 'Changed: Brand color, Time zone'],
    [
      { is_archived_before: false, is_archived: true, fields: 'photo_slots, evidence_policy' },
      'Archived: no → yes · Changed: Photo list, Live proof',
    ],
    [
      { expires_at_before: null, expires_at: '2026-11-17T05:10:34Z' },
      'Closes: never → 17 Nov 2026, 06:10 CET',
    ],
    [
      { expires_at_before: '2026-07-17T05:10:34Z', expires_at: '2026-11-17T05:10:34Z' },
      'Closes: 17 Jul 2026, 07:10 CEST → 17 Nov 2026, 06:10 CET',
    ],
    [
      { from: '2026-11-17T05:10:00Z', to: '2026-11-18T05:10:00Z' },
      'From: 17 Nov 2026, 06:10 CET · Until: 18 Nov 2026, 06:10 CET',
    ],
    [{}, ''],
  ])('should be words for people: %j', (details, text) => {
    expect(textOfDetails(details, 'Europe/Berlin')).toBe(text);
  });
});

describe('the sentence of an audit entry', () => {
  const admin = 'admin@example.com';
  const owner = 'owner@example.com';

  it.each([
    ['user.two_factor_disabled', admin, admin, `${admin} turned off two-factor authentication`],
    [
      'user.two_factor_disabled',
      'operator',
      admin,
      `The server administrator turned off two-factor authentication for ${admin}`,
    ],
    ['user.two_factor_enabled', admin, null, `${admin} turned on two-factor authentication`],
    ['user.sign_in_warning', 'operator', admin, `The server sent a sign-in warning to ${admin}`],
    ['member.joined', admin, admin, `${admin} joined the workspace`],
    ['member.role_changed', owner, owner, `${owner} changed the role of ${owner}`],
    ['member.removed', owner, admin, `${owner} removed ${admin}`],
    ['template.changed', admin, 'Car damage', `${admin} changed the template Car damage`],
    ['slot_image.created', admin, 'example', `${admin} uploaded an image as example`],
    ['thing.newly_done', admin, 'x', `${admin} thing newly done x`],
  ])('should name actor and subject once each: %s by %s', (action, actor, subject_name, text) => {
    const { subject, ...said } = sentenceOf({ actor, action, subject_name });
    expect([said.actor, said.action, subject].filter((part) => part !== null).join(' ')).toBe(text);
  });
});
