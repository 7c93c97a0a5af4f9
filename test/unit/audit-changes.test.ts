import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../src/audit/changes.ts';

describe('what the audit log tells of a change', () => {
  it('should include a long text that differs only behind what is shown of it', () => {
    const text = 'x'.repeat(600);
    const changes = changesBetween({ instructions: text }, { instructions: `${text}!` });
    expect(Object.keys(changes)).toEqual(['instructions_before', 'instructions']);
    for (const shown of Object.values(changes)) expect(String(shown).length).toBeLessThan(600);
  });

  it('should not include a list that is the same', () => {
    expect(changesBetween({ networks: ['10.0.0.0/8'] }, { networks: ['10.0.0.0/8'] })).toEqual({});
  });
});
