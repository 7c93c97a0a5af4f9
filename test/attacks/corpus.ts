import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, BrowserAttack, ProtocolAttack } from './attack.ts';

/** All attacks of a folder, by the names of their files. */
async function attacksIn<T extends Attack>(folder: string): Promise<Map<string, T>> {
  const path = join(import.meta.dirname, folder);
  const found = new Map<string, T>();
  for (const file of readdirSync(path).sort()) {
    const { default: attack } = (await import(join(path, file))) as { default: T };
    found.set(file.replace(/\.ts$/, ''), attack);
  }
  return found;
}

export const protocolAttacks = () => attacksIn<ProtocolAttack>('protocol');
export const browserAttacks = () => attacksIn<BrowserAttack>('browser');
