import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** A folder in which the workers note the screens that one of them has judged. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-judged-'));
  project.provide('judgedScreens', folder);
  return () => rmSync(folder, { recursive: true });
}

declare module 'vitest' {
  interface ProvidedContext {
    judgedScreens: string;
  }
}
