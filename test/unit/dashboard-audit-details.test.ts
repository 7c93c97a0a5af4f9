import { describe, expect, it } from 'vitest';
import { textOfDetails } from '../../web/dashboard/pages/audit-log/actions.ts';

describe('the details of an audit entry', () => {
  it.each([
    [{ brand_color_before: '#112233', brand_color: '#445566' }, 'Brand color: #112233 → #445566'],
    [{ brand_color_before: null, brand_color: '#445566' }, 'Brand color: default → #445566'],
    [{ retention_days_before: 90, retention_days: null }, 'Days photos are kept: 90 → no limit'],
    [{ ip_allow_list_before: '', ip_allow_list: '10.0.0.0/8' }, 'Allowed addresses: any → 10.0.0.0/8'],
    [{ has_access_code_before: false, has_access_code: true }, 'Access code: no → yes'],
    [{ max_submissions_before: null, max_submissions: 5 }, 'Maximum submissions: no limit → 5'],
    [{ before: 'member', role: 'admin' }, 'Role: Member → Admin'],
    [{ role: 'viewer' }, 'Role: Viewer'],
    [{ environment: 'live', hours: 24 }, 'Environment: Live · Hours added: 24'],
    [{ environment: 'test', masked_key: 'sp_test_…1234' }, 'Environment: Test · Key: sp_test_…1234'],
    [{ reason: 'wrong_passwords' }, 'Reason: Wrong passwords'],
    [{ reason: 'wrong_second_factors' }, 'Reason: Wrong authenticator codes'],
    [{ something_new: 'x', nothing: null }, 'Something new: x'],
    [{ fields: 'brand_color, time_zone' }, 'Changed: Brand color, Time zone'],
    [{}, ''],
  ])('should be words for people: %j', (details, text) => {
    expect(textOfDetails(details)).toBe(text);
  });
});
