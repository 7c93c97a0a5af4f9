import { hash } from 'node:crypto';

/** What is stored of a token that only its bearer knows. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
