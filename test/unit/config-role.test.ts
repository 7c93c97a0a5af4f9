import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';

const SHARED = {
  DATABASE_URL: 'postgres://db/shutterpost',
  STORAGE_URL: 's3://key:secret@photos?region=eu-central-1',
  SECRET_KEY: 'a key of at least thirty-two characters',
};

describe('ROLE', () => {
  it('should be all unless something else is said', () => {
    expect(readConfig({}).role).toBe('all');
    expect(readConfig({ ROLE: '' }).role).toBe('all');
  });

  it.each(['all', 'api', 'worker'] as const)('should be %s on what several nodes can share', (role) => {
    expect(readConfig({ ...SHARED, ROLE: role }).role).toBe(role);
  });

  it.each(['web', 'API', 'api,worker'])('should not be %s', (role) => {
    expect(() => readConfig({ ...SHARED, ROLE: role })).toThrow('ROLE: must be one of all, api, worker');
  });

  it.each(['api', 'worker'])('should not be %s on what only one machine has', (ROLE) => {
    for (const missing of Object.keys(SHARED)) {
      expect(() => readConfig({ ...SHARED, ROLE, [missing]: '' })).toThrow(`${missing}: must be`);
    }
    const STORAGE_URL = 'file:///srv/photos';
    expect(() => readConfig({ ...SHARED, ROLE, STORAGE_URL })).toThrow(
      'STORAGE_URL: must be a URL that starts with s3',
    );
  });
});
