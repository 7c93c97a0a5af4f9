import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withSources } from '../../src/platform/linked-stack.ts';
import { useForEach } from '../helpers/hooks.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

describe('a linked server', () => {
  const project = useForEach(createProject, 'remove');

  it('should be loaded while every source is as it was', async () => {
    expect(await project.loaded()).toBe('linked');
  });

  it.each<[string, () => void]>([
    [
      'a source was changed',
      () => writeFileSync(project.path('src/other.ts'), 'export const anotherSize = 2;'),
    ],
    ['a source is gone', () => rmSync(project.path('src/other.ts'))],
    ['linking did not come to its end', () => rmSync(project.path('dist/linked/sources.json'))],
  ])('should give way to the sources when %s', async (_, change) => {
    change();
    expect(await project.loaded()).toBe('source');
  });

  it('should load nothing but its own parts for the tools for language models', () => {
    const linked = (name: string) => readFileSync(join(PROJECT_ROOT, 'dist/linked', name), 'utf8');
    const ofTools = [...linked('server.js').matchAll(/import\("\.\/(part-[^"]+)"\)/g)]
      .map(([, name = '']) => linked(name))
      .filter((code) => code.includes('\n// src/mcp/server.ts\n'));
    expect(ofTools).toHaveLength(1);
    expect(ofTools[0]).not.toMatch(/^import .* from "(?!\.\/|node:)/m);
  });

  it('should name the sources in stack traces', () => {
    const file = project.path('dist/linked/server.js');
    writeFileSync(file, '// src/a.ts\nfoo();\n\n// src/b/c.ts\nbar();\n');
    const stack = `Error: no\n    at bar (file://${file}:5:3)\n    at foo (${file}:2:1)\n    at node:fs:9:9`;
    expect(withSources(stack).split('\n').slice(1)).toEqual([
      `    at bar (src/b/c.ts, file://${file}:5:3)`,
      `    at foo (src/a.ts, ${file}:2:1)`,
      '    at node:fs:9:9',
    ]);
  });
});

async function createProject() {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-linked-'));
  const path = (name: string) => join(folder, name);
  mkdirSync(path('dist/linked'), { recursive: true });
  mkdirSync(path('src'));
  writeFileSync(path('package.json'), '{"type":"module"}');
  writeFileSync(path('src/server.ts'), "export const from = 'source';");
  writeFileSync(path('src/other.ts'), 'export const other = 1;');
  writeFileSync(path('dist/linked/server.js'), "export const from = 'linked';");
  cpSync(join(PROJECT_ROOT, 'src/linked.js'), path('src/linked.js'));
  const { stateOf } = await import(pathToFileURL(path('src/linked.js')).href);
  const states = ['src/server.ts', 'src/other.ts'].map((file) => [file, ...stateOf(file)]);
  writeFileSync(path('dist/linked/sources.json'), JSON.stringify(states));
  return {
    path,
    async loaded(): Promise<string> {
      const { load } = await import(pathToFileURL(path('src/linked.js')).href);
      return (await load('src/server.ts')).from;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
