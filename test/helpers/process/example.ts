import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './child-process.ts';

/** The commands of a document, as they are printed. */
export function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block);
}

/** What a reader puts in the place of what is printed. */
export function filledIn(block: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [printed, value]) => text.replaceAll(printed, value), block);
}

/** An example application with its packages, laid out in a folder as it is in the repository. */
export function layOutExample(
  name: string,
  packages: string,
  folder: string,
): { path: string; readme: string } {
  const path = join(folder, 'examples', name);
  mkdirSync(join(folder, 'examples'), { recursive: true });
  cpSync(join(PROJECT_ROOT, 'examples', name), path, {
    recursive: true,
    filter: (source) => !source.endsWith('node_modules'),
  });
  symlinkSync(join(packages, 'node_modules'), join(path, 'node_modules'));
  for (const shared of ['packages', 'tsconfig.json'])
    symlinkSync(join(PROJECT_ROOT, shared), join(folder, shared));
  return { path, readme: readFileSync(join(path, 'README.md'), 'utf8') };
}
