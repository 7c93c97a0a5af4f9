import { describe, expect, it } from 'vitest';
import { hashPassword, PASSWORD_COST, verifyPassword } from '../../src/identity/password.ts';

const COST = 2 ** 10;

describe('passwords', () => {
  it('should know a password again', async () => {
    const stored = await hashPassword('correct horse battery staple', COST);
    expect(await verifyPassword('correct horse battery staple', stored)).toBe(true);
  });

  it.each([
    'correct horse battery stapl',
    'Correct horse battery staple',
    'correct horse battery staple ',
    '',
  ])('should refuse "%s" for another password', async (wrong) => {
    const stored = await hashPassword('correct horse battery staple', COST);
    expect(await verifyPassword(wrong, stored)).toBe(false);
  });

  it('should store the same password differently each time, and never itself', async () => {
    const [first, second] = [
      await hashPassword('secret word', COST),
      await hashPassword('secret word', COST),
    ];
    expect(first).not.toBe(second);
    expect(first).not.toContain('secret');
  });

  it('should know a password again when the keyboard composes its characters otherwise', async () => {
    const stored = await hashPassword('caf\u00e9', COST);
    expect(await verifyPassword('cafe\u0301', stored)).toBe(true);
  });

  it('should tell long passwords apart by their last character', async () => {
    const long = 'a'.repeat(199);
    const stored = await hashPassword(`${long}x`, COST);
    expect(await verifyPassword(`${long}y`, stored)).toBe(false);
    expect(await verifyPassword(`${long}x`, stored)).toBe(true);
  });

  it('should keep its cost with the hash, so that raising it locks no one out', async () => {
    const [cheap, dear] = [await hashPassword('p', COST), await hashPassword('p', COST * 2)];
    expect(cheap.split('$')[1]).toBe(String(COST));
    expect(await verifyPassword('p', cheap)).toBe(true);
    expect(await verifyPassword('p', dear)).toBe(true);
  });

  it('should work at the cost that is used outside of the tests', async () => {
    expect(PASSWORD_COST).toBeGreaterThanOrEqual(2 ** 15);
    expect(await verifyPassword('p', await hashPassword('p', PASSWORD_COST))).toBe(true);
  });

  it.each(['', 'plain text', 'bcrypt$10$abc', 'md5$1$1$1$c2FsdA==$aGFzaA=='])(
    'should refuse every password against the unknown form "%s"',
    async (stored) => {
      expect(await verifyPassword('', stored)).toBe(false);
      expect(await verifyPassword('p', stored)).toBe(false);
    },
  );
});
