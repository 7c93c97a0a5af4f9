import { describe, expect, it } from 'vitest';
import { decoyPasswordHash, hashPassword, verifyPassword } from '../../src/identity/password.ts';
import { passwordProblem } from '../../src/identity/password-rules.ts';
import { wordsOf } from '../helpers/words.ts';

const EMAIL = 'jane.doe@example.com';

describe('the rules for passwords', () => {
  it.each([
    'purple monkey dishwasher',
    'kX9#mQ2$vL7!',
    'a sentence that no one knows',
    'Tr0ub4dor&3xyz',
    'dragon soup with 7 spoons',
    'пароль живёт у моря',
    '我的照片在山上很漂亮真的',
    'my jane.doe account at work',
    'x'.repeat(5) + 'yzqk1'.repeat(39),
  ])('should accept "%s"', (password) => {
    expect(passwordProblem(password, EMAIL)).toBeNull();
  });

  it.each(['', 'short', 'elevenchars', '🙂'.repeat(11)])('should find "%s" too short', (password) => {
    expect(passwordProblem(password, EMAIL)).toMatch(/at least 12/);
  });

  it('should count characters, not their bytes, at both ends', () => {
    const letters = 'qkzjxwvbpm';
    expect(passwordProblem('ñandú über ß', EMAIL)).toBeNull();
    expect(passwordProblem(letters.repeat(20), EMAIL)).toBeNull();
    expect(passwordProblem(`${letters.repeat(20)}x`, EMAIL)).toMatch(/at most 200/);
  });

  it.each([
    ...wordsOf(`
      password123456 Password1234! P@ssw0rd2024!! passwordpassword p4ssw0rdp4ssw0rd adminadmin123
      letmein12345 Welcome12345! Summer2026!!!! iloveyou2023
    `),
    'I love you forever',
    ...wordsOf(`
      qwerty123456 qwertyuiop123 asdfghjkl12345 1q2w3e4r5t6y zaq12wsxcde3 lkjhgfdsa0987 123456789012
      098765432109 1234567890ab abcdefghijkl abcabcabcabc 111111111111 aaaaaaaaaaab a1a1a1a1a1a1
    `),
    'correct horse battery staple',
    'Shutterpost2026',
    '密码密码密码密码密码密码',
  ])('should find "%s" too easy to guess', (password) => {
    expect(passwordProblem(password, EMAIL)).toMatch(/easy to guess/);
  });

  it.each([
    'jane.doe@example.com',
    'JANE.DOE@EXAMPLE.COM',
    'janedoe123456',
    'jane doe 2026',
    'jane.doe jane.doe',
  ])('should not take "%s", which is the address', (password) => {
    expect(passwordProblem(password, EMAIL)).toMatch(/email address/);
  });

  it('should refuse what cannot be stored', () => {
    expect(passwordProblem('twelve chars\u0000 and more', EMAIL)).toMatch(/NUL/);
  });
});

describe('the password of no one', () => {
  it('should cost as much as a real one, and fit nothing', async () => {
    const parameters = (stored: string) =>
      stored.split('$').map((part, index) => (index < 4 ? part : Buffer.from(part, 'base64').length));
    const [decoy, real] = [decoyPasswordHash(2 ** 10), await hashPassword('a password', 2 ** 10)];
    expect(parameters(decoy)).toEqual(parameters(real));
    expect(await verifyPassword('a password', decoy)).toBe(false);
    expect(await verifyPassword('', decoy)).toBe(false);
  });
});
