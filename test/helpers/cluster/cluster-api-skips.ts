import { afterAll, beforeEach, expect, type RunnerTask } from 'vitest';
import { type ClusterException, exceptionsOf } from './cluster-api-exceptions.ts';

const isMeant = ({ names = [''] }: ClusterException, name: string) =>
  names.some((part) => name.includes(part));

function nameOf(task: RunnerTask): string {
  const groups = [task.name];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) groups.unshift(suite.name);
  return groups.join(' > ');
}

function testsIn(task: RunnerTask): string[] {
  return task.type === 'test' ? [nameOf(task)] : task.tasks.flatMap(testsIn);
}

let file: RunnerTask | undefined;

beforeEach(({ task, skip }) => {
  file = task.file;
  const exception = exceptionsOf(task.file.filepath).find((one) => isMeant(one, nameOf(task)));
  if (exception !== undefined) skip(exception.why);
});

afterAll(() => {
  if (file === undefined) return;
  const tests = testsIn(file);
  const stale = exceptionsOf(file.file.filepath)
    .flatMap(({ names = [''] }) => names)
    .filter((part) => !tests.some((name) => name.includes(part)));
  expect(stale, 'Exceptions for no test').toEqual([]);
});
