import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { samplePhoto } from '../capture/sample-photo.ts';
import { runProcess } from './child-process.ts';
import { operatorOf } from './operator.ts';

interface Summary {
  run: {
    executions: { item: { name: string }; response: { code: number; stream: { data: number[] } } }[];
    failures: { source?: { name: string }; error: { message: string } }[];
  };
}

/** A call of the collection and its response. */
export interface Exchange {
  name: string;
  status: number;
  body: Buffer;
}

/** The collection waits when a workspace has made as many calls as it may; a test need not. */
export async function liftLimits(env: Record<string, string>): Promise<void> {
  const operator = operatorOf(env);
  const { data } = await operator.json<{ data: { id: string }[] }>('workspace', 'list');
  const limits = ['--per-minute', '10000', '--per-hour', '10000'];
  for (const { id } of data) await operator.json('workspace', 'set-limits', '--workspace', id, ...limits);
}

/** Runs the collection that the installation serves, as its own process would in someone's pipeline. */
export async function runCollection(
  tools: string,
  folder: string,
  installationUrl: string,
  variables: Record<string, string>,
  isWanted: (folderName: string) => boolean = () => true,
): Promise<Exchange[]> {
  const collection = await (await fetch(`${installationUrl}/docs/collection.json`)).text();
  const names: string[] = JSON.parse(collection).item.map(({ name }: { name: string }) => name);
  await writeFile(join(folder, 'collection.json'), collection);
  await writeFile(join(folder, 'example.jpg'), await samplePhoto());
  const summaryFile = join(folder, 'summary.json');
  const { stderr } = await runProcess(
    process.execPath,
    [
      join(tools, 'node_modules', 'newman', 'bin', 'newman.js'),
      ...['run', 'collection.json', '--reporters', 'json', '--reporter-json-export', summaryFile],
      ...Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`]),
      ...names.filter(isWanted).flatMap((name) => ['--folder', name]),
    ],
    {},
    { cwd: folder },
  );
  expect(stderr).toBe('');
  const { run }: Summary = JSON.parse(await readFile(summaryFile, 'utf8'));
  expect(run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)).toEqual([]);
  return run.executions.map(({ item, response }) => ({
    name: item.name,
    status: response.code,
    body: Buffer.from(response.stream.data),
  }));
}
