import { hash } from 'node:crypto';

/** What is stored of a random secret that only its bearer may know. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
