import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { runProcess } from '../helpers/process/child-process.ts';
import { operatorOf, operatorWithProcesses } from '../helpers/process/operator.ts';

/** No server runs here: the commands work on the configuration alone. */
describe('calling a command', () => {
  const folder = useFolderForAll();
  const operator = operatorOf({ DATA_DIR: folder });
  let workspaceId: string;
  beforeAll(async () => {
    const owner = ['--name', 'Shop', '--email', 'owner@example.com', '--password', 'three loud geese'];
    const created = await operator.json('workspace', 'create', ...owner, '--plan', 'enterprise');
    workspaceId = created.workspace_id as string;
  });

  it.each([
    ['a command no one knows', ['key', 'paint'], /Unknown command "key paint"[\s\S]*key create/],
    ['half a command', ['key'], /Unknown command "key"[\s\S]*key create/],
    [
      'a missing option',
      ['key', 'create', '--env', 'live'],
      /Missing --workspace, --name\n[\s\S]*Usage: shutterpost key create/,
    ],
    [
      'an option no one knows',
      ['key', 'list', '--workspace', 'w', '--color', 'red'],
      /--color[\s\S]*Usage: shutterpost key list/,
    ],
    ['an option without its value', ['key', 'delete', '--id'], /--id[\s\S]*Usage: shutterpost key delete/],
    [
      'a word too many',
      ['key', 'delete', '--id', 'key_1', 'key_2'],
      /key_2[\s\S]*Usage: shutterpost key delete/,
    ],
    [
      'a backup to nowhere',
      ['backup'],
      /Missing --to\n[\s\S]*Usage: shutterpost backup --to FILE \[--force\]/,
    ],
    ['a word behind a command of one word', ['doctor', 'house'], /house[\s\S]*Usage: shutterpost doctor/],
    [
      'a time that is none',
      ['photos', 'verify', '--since', 'yesterday'],
      /--since must be a time such as 2026-01-31T12:00:00Z/,
    ],
    ['an edit of nothing', ['key', 'edit', '--id', 'key_1'], /--name, --active/],
    [
      'a plan no one knows',
      ['workspace', 'set-plan', '--workspace', 'w', '--plan', 'gold'],
      /--plan must be one of developer_free/,
    ],
    [
      'an environment no one knows',
      ['key', 'create', '--workspace', 'w', '--env', 'prod', '--name', 'n'],
      /--env must be one of live, test/,
    ],
    [
      'a scope no one knows',
      ['key', 'create', '--workspace', 'w', '--env', 'live', '--name', 'n', '--scopes', 'all'],
      /--scopes must be one of/,
    ],
    [
      'a flag that is neither',
      ['key', 'edit', '--id', 'key_1', '--active', 'yes'],
      /--active must be one of true, false/,
    ],
    [
      'a limit that is no number',
      ['workspace', 'set-limits', '--workspace', 'w', '--per-minute', 'many', '--per-hour', '1'],
      /--per-minute must be a whole number/,
    ],
  ])('should end with 2 and say how after %s', async (_what, args, expected) => {
    const { code, stdout, stderr } = await operator.run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
  });

  it('should say wrong usage as one JSON object too', async () => {
    expect(await operator.failure('key', 'create')).toMatchObject({ exit: 2, code: 'usage' });
    expect(await operator.failure('nothing', 'like-this')).toMatchObject({ exit: 2, code: 'usage' });
  });

  it.each([
    ['workspace', 'set-plan', '--plan', 'starter'],
    ['workspace', 'set-limits', '--per-minute', '1', '--per-hour', '1'],
    ['workspace', 'set-networks', '--networks', 'any'],
    ['workspace', 'suspend'],
    ['workspace', 'resume'],
    ['workspace', 'erase', '--confirm', 'Shop'],
    ['photos', 'verify'],
    ['key', 'list'],
    ['key', 'create', '--env', 'live', '--name', 'K'],
  ])('should not find an unknown workspace: %s %s', async (...command) => {
    const refused = await operator.failure(...command, '--workspace', 'ws_unknown');
    expect(refused).toMatchObject({ exit: 1, code: 'not_found' });
  });

  it.each([['edit', '--active', 'true'], ['deactivate'], ['activate'], ['regenerate'], ['delete']])(
    'should not find an unknown key: key %s',
    async (...command) => {
      const refused = await operator.failure('key', ...command, '--id', 'key_unknown');
      expect(refused).toMatchObject({ exit: 1, code: 'not_found' });
    },
  );

  it('should list the commands when it is called without one, as their guide does', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/commands.md'), 'utf8');
    const { code, stdout } = await operator.run();
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}workspace create +\S/m);
    expect(guide).toContain(stdout);
  });

  it('should explain one command', async () => {
    const { code, stdout } = await operator.run('key', 'create', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: shutterpost key create --workspace ID --env live|test --name NAME');
  });

  it('should print text for a person without --json', async () => {
    const created = await operator.run(
      'key',
      'create',
      '--workspace',
      workspaceId,
      '--env',
      'live',
      '--name',
      'K',
    );
    expect(created.code).toBe(0);
    expect(created.stdout).toMatch(/^id\s+key_\w+\nkey\s+shp_live_\w{32}\n$/);
    const list = await operator.run('key', 'list', '--workspace', workspaceId);
    expect(list.stdout).toMatch(/^id\s+workspace_id\s+environment\s+name\s+active\s+masked_key/);
  });

  it('should tell a failure to a person on standard error, without a stack', async () => {
    const { code, stdout, stderr } = await operatorWithProcesses({ DATA_DIR: folder }).run(
      ...['key', 'list', '--workspace', 'ws_unknown'],
    );
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('The workspace was not found.\n');
  });

  it('should refuse a bad configuration like the server does, without its values', async () => {
    const broken = operatorWithProcesses({ PORT: 'p', DATABASE_URL: 'mysql://user:hunter2@db/x' });
    const { code, stderr } = await broken.run('workspace', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/PORT: must be/);
    expect(stderr).toMatch(/DATABASE_URL: must be/);
    expect(stderr).not.toContain('hunter2');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('should say that the database cannot be reached, without its password or a stack', async () => {
    const away = operatorWithProcesses({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/shutterpost' });
    const { code, stderr } = await away.run('workspace', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/database/i);
    expect(stderr).not.toContain('hunter2');
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('should work by npm as printed in the manual', async () => {
    const args = ['run', '-s', 'shutterpost', '--', 'key', 'list', '--workspace', workspaceId, '--json'];
    const { code, stdout } = await runProcess('npm', args, { DATA_DIR: folder });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ data: expect.any(Array) });
  });
});
