import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import { runProcess } from '../helpers/process/child-process.ts';
import { operatorOf, usePremises } from '../helpers/process/operator.ts';
import { useServer } from '../helpers/process/server-process.ts';

describe.each(['sqlite', 'postgres'] as const)('workspace commands on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const server = useServer(() => testDatabase.env);
  const operator = useForAll(() => operatorOf(testDatabase.env));

  const ping = async (key: string) => {
    const { status, body, headers } = await server.call('GET', '/v1/ping', { key });
    return { status, code: body.error?.code, limit: headers.get('x-ratelimit-limit') };
  };
  const create = (email: string, password: string) => [
    'workspace',
    'create',
    ...['--name', 'Shop', '--email', email, '--password', password, '--plan', 'professional'],
  ];

  it('should create a workspace and its owner', async () => {
    const created = await operator.json(...create('first@example.com', 'three loud geese'));
    expect(created).toEqual({
      workspace_id: expect.stringMatching(/^ws_[0-9a-z]{20,}$/),
      user_id: expect.stringMatching(/^user_[0-9a-z]{20,}$/),
    });
    const { data } = await operator.json<{ data: { id: string }[] }>('workspace', 'list');
    expect(data.find((workspace) => workspace.id === created.workspace_id)).toMatchObject({
      name: 'Shop',
      plan: 'professional',
      suspended: false,
      per_minute: 60,
      per_hour: 1_000,
      networks: null,
    });
  });

  it('should take the password from standard input, where no one else sees it', async () => {
    const command = [process.execPath, 'src/cli/main.js', ...create('quiet@example.com', '-'), '--json'];
    const piped = (input: string) =>
      runProcess('sh', ['-c', `printf '${input}' | "$@"`, 'sh', ...command], testDatabase.env);
    expect(await piped('')).toMatchObject({ code: 2, stderr: expect.stringContaining('standard input') });
    const created = await piped('three loud geese\\n');
    expect(created.code).toBe(0);
    const again = await operator.json(...create('quiet@example.com', 'three loud geese'));
    expect(JSON.parse(created.stdout).user_id).toBe(again.user_id);
  });

  it('should give an owner who says the same password a second workspace', async () => {
    const first = await operator.json(...create('twice@example.com', 'three loud geese'));
    const second = await operator.json(...create('Twice@Example.com', 'three loud geese'));
    expect(second.user_id).toBe(first.user_id);
    expect(second.workspace_id).not.toBe(first.workspace_id);
  });

  it('should refuse an owner who says another password, and create nothing', async () => {
    await operator.json(...create('taken@example.com', 'three loud geese'));
    const before = await operator.json<{ data: unknown[] }>('workspace', 'list');
    const refused = await operator.failure(...create('taken@example.com', 'three quiet geese'));
    expect(refused).toEqual({ exit: 1, code: 'validation_error', details: { email: [expect.any(String)] } });
    expect(await operator.json('workspace', 'list')).toEqual(before);
  });

  it('should name every fault of a new workspace at once', async () => {
    const refused = await operator.failure(
      'workspace',
      'create',
      ...['--name', ' ', '--email', 'nobody', '--password', '', '--plan', 'professional'],
    );
    expect(refused).toMatchObject({ exit: 1, code: 'validation_error' });
    expect(Object.keys(refused.details).toSorted()).toEqual(['email', 'name', 'password']);
  });

  it('should refuse a new owner whose password breaks the rules, and say which', async () => {
    const refused = await operator.failure(...create('weak@example.com', 'elevenchars'));
    const details = { password: ['Must have at least 12 characters.'] };
    expect(refused).toEqual({ exit: 1, code: 'validation_error', details });
  });

  it('should set the plan for the server’s next call', async () => {
    const workspace = await premises.createWorkspace();
    const { key } = await premises.createKey(workspace);
    const changed = await operator.json(
      'workspace',
      'set-plan',
      '--workspace',
      workspace,
      '--plan',
      'starter',
    );
    expect(changed).toMatchObject({ id: workspace, plan: 'starter' });
    expect(await ping(key)).toMatchObject({ status: 403, code: 'plan_upgrade_required' });
    await operator.json('workspace', 'set-plan', '--workspace', workspace, '--plan', 'developer_free');
    expect(await ping(key)).toMatchObject({ status: 200 });
  });

  it('should suspend and resume for the server’s next call', async () => {
    const workspace = await premises.createWorkspace();
    const { key } = await premises.createKey(workspace);
    const suspended = await operator.json('workspace', 'suspend', '--workspace', workspace);
    expect(suspended).toMatchObject({ id: workspace, suspended: true });
    expect(await ping(key)).toMatchObject({ status: 403, code: 'workspace_restricted' });
    const resumed = await operator.json('workspace', 'resume', '--workspace', workspace);
    expect(resumed).toMatchObject({ id: workspace, suspended: false });
    expect(await ping(key)).toMatchObject({ status: 200 });
  });

  it('should set the rate limits for the server’s next call', async () => {
    const workspace = await premises.createWorkspace();
    const { key } = await premises.createKey(workspace);
    expect(await ping(key)).toMatchObject({ status: 200, limit: '60' });
    const limits = ['--per-minute', '5', '--per-hour', '7'];
    const changed = await operator.json('workspace', 'set-limits', '--workspace', workspace, ...limits);
    expect(changed).toMatchObject({ id: workspace, per_minute: 5, per_hour: 7 });
    expect(await ping(key)).toMatchObject({ status: 200, limit: '5' });
    for (let call = 2; call < 5; call++) expect((await ping(key)).status).toBe(200);
    expect(await ping(key)).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('should refuse limits that would let no one in', async () => {
    const workspace = await premises.createWorkspace();
    const limits = ['--per-minute', '0', '--per-hour', '0'];
    const refused = await operator.failure('workspace', 'set-limits', '--workspace', workspace, ...limits);
    expect(refused).toMatchObject({ exit: 1, code: 'validation_error' });
    expect(Object.keys(refused.details).toSorted()).toEqual(['per_hour', 'per_minute']);
  });

  it('should set the networks that may call, for the server’s next call', async () => {
    const workspace = await premises.createWorkspace();
    const { key } = await premises.createKey(workspace);
    const setNetworks = (networks: string) =>
      operator.json('workspace', 'set-networks', '--workspace', workspace, '--networks', networks);
    expect(await setNetworks('192.0.2.0/24,2001:db8::/32')).toMatchObject({
      networks: ['192.0.2.0/24', '2001:db8::/32'],
    });
    expect(await ping(key)).toMatchObject({ status: 403, code: 'workspace_restricted' });
    await setNetworks('127.0.0.0/8, ::1');
    expect(await ping(key)).toMatchObject({ status: 200 });
    expect(await setNetworks('any')).toMatchObject({ networks: null });
    expect(await ping(key)).toMatchObject({ status: 200 });
  });

  it('should refuse what is no network, and change nothing', async () => {
    const workspace = await premises.createWorkspace();
    const { key } = await premises.createKey(workspace);
    const refused = await operator.failure(
      'workspace',
      'set-networks',
      ...['--workspace', workspace, '--networks', '192.0.2.0/24,office'],
    );
    expect(refused).toMatchObject({ exit: 1, code: 'validation_error' });
    expect(await ping(key)).toMatchObject({ status: 200 });
  });

  it('should give the customer’s pages a color and a logo, and take them away', async () => {
    const workspace = await premises.createWorkspace();
    const logo = join(testDatabase.env.DATA_DIR ?? '', 'logo.png');
    await sharp({ create: { width: 60, height: 20, channels: 3, background: 'teal' } }).toFile(logo);
    const brand = (...options: string[]) =>
      operator.json('workspace', 'set-brand', '--workspace', workspace, ...options);
    expect(await brand('--color', '#0B6170', '--logo', logo)).toMatchObject({
      color: '#0b6170',
      has_logo: true,
    });
    expect(await brand('--logo', 'none')).toMatchObject({ color: '#0b6170', has_logo: false });
    expect(await brand('--color', 'none')).toMatchObject({ color: null, has_logo: false });
  });

  it('should change what follows from warnings, check by check, and refuse what does not exist', async () => {
    const workspace = await premises.createWorkspace();
    const named = ['workspace', 'set-live-proof', '--workspace', workspace];
    expect(
      await operator.json(...named, '--hold', 'duplicate,screen', '--challenge', 'on_warning'),
    ).toMatchObject({
      workspace_id: workspace,
      checks: { duplicate: 'hold', screen: 'hold', page: 'inform' },
      challenge: 'on_warning',
    });
    expect(await operator.json(...named, '--refuse', 'screen', '--inform', 'duplicate')).toMatchObject({
      checks: { duplicate: 'inform', screen: 'refuse' },
      challenge: 'on_warning',
    });
    expect(await operator.failure(...named, '--hold', 'horoscope')).toMatchObject({ exit: 2, code: 'usage' });
    expect(await operator.failure(...named, '--challenge', 'sometimes')).toMatchObject({ exit: 2 });
    expect(await operator.failure(...named)).toMatchObject({ exit: 2, code: 'usage' });
  });

  it('should refuse a color, a logo or a file that is none', async () => {
    const workspace = await premises.createWorkspace();
    const brand = (...options: string[]) =>
      operator.failure('workspace', 'set-brand', '--workspace', workspace, ...options);
    expect(await brand('--color', 'teal')).toMatchObject({
      code: 'validation_error',
      details: { color: expect.anything() },
    });
    expect(await brand('--logo', 'package.json')).toMatchObject({ details: { logo: expect.anything() } });
    expect(await brand('--logo', '/no/such/file.png')).toMatchObject({ exit: 2, code: 'usage' });
    expect(await brand()).toMatchObject({ exit: 2, code: 'usage' });
  });
});
