import { describe, expect, it } from 'vitest';
import type { CaptureRepository } from '../../src/capture/repository.ts';
import { limitsOf } from '../../src/permanent-links/visit-limits.ts';

const MB = 1024 * 1024;

type Link = NonNullable<Awaited<ReturnType<CaptureRepository['findLink']>>>;

const link = (more: Partial<Link>) =>
  ({
    environment: 'live',
    host_plan: 'professional',
    daily_limit_per_address: null,
    access_code: null,
    requires_approval: 0,
    ...more,
  }) as Link;

describe('the limits of one address on one link', () => {
  it('should be a part of the quota that a desk behind one address gets by with', () => {
    expect(limitsOf(link({ host_plan: 'developer_free' }), 5)).toMatchObject({ photosPerDay: 25 });
    expect(limitsOf(link({}), 25)).toEqual({
      visitsPerHour: 75,
      bytesPerDay: 128 * MB,
      photosPerDay: 1_250,
      submissionsPerDay: 1_000,
      quotaPerDay: { unusual: 500, ofNetwork: 625, ofAll: 2_500, isOfLink: false },
    });
    const enterprise = link({ host_plan: 'enterprise' });
    expect(limitsOf(enterprise, 50)).toMatchObject({ photosPerDay: 5_000, quotaPerDay: null });
  });

  it('should not depend on the quota where nothing counts against it', () => {
    const test = link({ host_plan: 'developer_free', environment: 'test' });
    expect(limitsOf(test, 5)).toMatchObject({ photosPerDay: 5_000, quotaPerDay: null });
  });

  it('should leave the quota to whoever knows the access code', () => {
    expect(limitsOf(link({ access_code: 'sealed' }), 5)).toMatchObject({
      photosPerDay: 1_250,
      quotaPerDay: null,
    });
  });

  it('should keep one address from filling a link that holds everything for approval', () => {
    expect(limitsOf(link({ requires_approval: 1 }), 5)).toMatchObject({ submissionsPerDay: 125 });
    const allowed = link({ requires_approval: 1, daily_limit_per_address: 400 });
    expect(limitsOf(allowed, 5)).toMatchObject({ submissionsPerDay: 400 });
  });

  it('should follow the owner, who may allow more or less', () => {
    expect(limitsOf(link({ daily_limit_per_address: 3 }), 4)).toEqual({
      visitsPerHour: 300,
      bytesPerDay: 128 * MB,
      photosPerDay: 12,
      submissionsPerDay: 3,
      quotaPerDay: { unusual: 500, ofNetwork: 625, ofAll: 2_500, isOfLink: true },
    });
    expect(limitsOf(link({ daily_limit_per_address: 20_000 }), 4)).toEqual({
      visitsPerHour: 20_000,
      bytesPerDay: 128 * MB,
      photosPerDay: 80_000,
      submissionsPerDay: 20_000,
      quotaPerDay: { unusual: 500, ofNetwork: 80_000, ofAll: 2_500, isOfLink: true },
    });
  });
});
