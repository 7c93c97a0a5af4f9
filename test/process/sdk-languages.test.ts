import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallPhoto } from '../helpers/capture/customer.ts';
import { type FailingProxy, startFailingProxy } from '../helpers/http/failing-proxy.ts';
import { cleanEnvironment, PROJECT_ROOT, runCli, runProcess } from '../helpers/process/child-process.ts';
import { filledIn } from '../helpers/process/example.ts';
import { commandsOf } from '../helpers/process/printed-blocks.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { receivedReturns, receivedWebhooks } from '../helpers/sdks/received.ts';

const PACKAGES = join(PROJECT_ROOT, 'packages');
const STORIES = join(PROJECT_ROOT, 'test', 'helpers', 'sdks');

const FOLDER = mkdtempSync(join(tmpdir(), 'shutterpost-sdks-'));

interface Program {
  cwd?: string;
  args: string[];
}

interface Language {
  name: string;
  needs: string;
  /** Fails where something of it is missing. */
  has: string[];
  env: Record<string, string>;
  example: Program;
  story: Program;
  /** The program of its README made whole, so that it prints the request's id. */
  whole: (block: string) => Program;
}

/** Go has no programs of a few lines. */
function wholeGo(block: string): Program {
  const cwd = join(FOLDER, 'readme');
  mkdirSync(cwd);
  const [imported, ...lines] = block.split('\n');
  const body = `ctx := context.Background()\n${lines.join('\n')}\nif err != nil { panic(err) }\nfmt.Println(request.ID)`;
  writeFileSync(
    join(cwd, 'main.go'),
    `package main\nimport ("context"; "fmt"; "os")\n${imported}\nfunc main() {\n${body}\n}\n`,
  );
  const needed = `require shutterpost.example/go v0.0.0\nreplace shutterpost.example/go => ${join(PACKAGES, 'go')}`;
  writeFileSync(join(cwd, 'go.mod'), `module readme\ngo 1.19\n${needed}\n`);
  return { cwd, args: ['run', '.'] };
}

const LANGUAGES: Language[] = [
  {
    name: 'Python',
    needs: 'python3',
    has: ['--version'],
    env: { PYTHONPATH: join(PACKAGES, 'python', 'src'), PYTHONDONTWRITEBYTECODE: '1' },
    example: { args: [join(PACKAGES, 'python', 'examples', 'first_request.py')] },
    story: { args: [join(STORIES, 'story.py')] },
    whole: (block) => ({ args: ['-c', `${block}\nprint(request["id"])`] }),
  },
  {
    name: 'Go',
    needs: 'go',
    has: ['version'],
    // Nothing is downloaded, and nothing is left behind.
    env: {
      GOFLAGS: '-mod=mod -buildvcs=false',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      GOCACHE: join(FOLDER, 'go-cache'),
      GOPATH: join(FOLDER, 'go'),
    },
    example: { cwd: join(PACKAGES, 'go', 'examples'), args: ['run', 'first_request.go'] },
    story: { cwd: join(STORIES, 'go'), args: ['run', '.'] },
    whole: wholeGo,
  },
  {
    name: 'PHP',
    needs: 'php',
    has: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
    env: { SDK_PACKAGE: join(PACKAGES, 'php') },
    example: { args: [join(FOLDER, 'first_request.php')] },
    story: { args: [join(STORIES, 'story.php')] },
    whole: (block) => ({
      args: ['-r', `require '${join(STORIES, 'autoload.php')}';\n${block}\necho $request["id"];`],
    }),
  },
];

describe('the SDKs', () => {
  let server: ServerProcess;
  let proxy: FailingProxy;
  let apiKey: string;
  const picture = join(FOLDER, 'picture.jpg');
  beforeAll(async () => {
    writeFileSync(picture, await smallPhoto());
    // As Composer leaves it.
    cpSync(join(PACKAGES, 'php', 'examples', 'first_request.php'), join(FOLDER, 'first_request.php'));
    mkdirSync(join(FOLDER, 'vendor'));
    cpSync(join(STORIES, 'autoload.php'), join(FOLDER, 'vendor', 'autoload.php'));
    server = await startServer({ DATA_DIR: join(FOLDER, 'data') });
    await server.untilPrinted('Documentation: ');
    apiKey = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    proxy = await startFailingProxy(server.url);
    // All languages call within the same minute.
    const env = { DATA_DIR: join(FOLDER, 'data') };
    const { data } = JSON.parse((await runCli(['workspace', 'list', '--json'], env)).stdout);
    const limits = ['--per-minute', '10000', '--per-hour', '10000'];
    const changed = await runCli(['workspace', 'set-limits', '--workspace', data[0].id, ...limits], env);
    expect(changed).toMatchObject({ code: 0, stderr: '' });
  });
  afterAll(async () => {
    proxy.close();
    await server.stop();
    rmSync(FOLDER, { recursive: true, force: true });
  });

  describe.each(LANGUAGES)('for $name', ({ name, needs, has, env, example, story, whole }) => {
    const isMissing = spawnSync(needs, has, { env: cleanEnvironment() }).status !== 0;
    const reason = isMissing ? ` (not run: ${needs} is missing on this machine, or a part of it)` : '';
    const run = async (
      { args, ...place }: Program,
      more: string[],
      settings: Record<string, string> = {},
    ) => {
      const ended = await runProcess(needs, [...args, ...more], { ...env, ...settings }, place);
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
      return ended.stdout;
    };

    it.skipIf(isMissing)(`should run its example${reason}`, { timeout: 240_000 }, async () => {
      const printed = await run(example, [], { SHUTTERPOST_URL: server.url, SHUTTERPOST_KEY: apiKey });
      expect(printed).toMatch(
        /^Send this to your customer: \S+\nThe whole car from the front: \d+ bytes\nThe damage up close: \d+ bytes\n(?:req_\w+ is submitted\n)+Refused: .+\n$/,
      );
    });

    it.skipIf(isMissing)(`should run the program of its README${reason}`, { timeout: 240_000 }, async () => {
      const readme = readFileSync(join(PACKAGES, name.toLowerCase(), 'README.md'), 'utf8');
      const programs = commandsOf(readme).filter(({ language }) => language !== 'sh');
      expect(programs.length).toBe(1);
      const program = filledIn(programs[0]?.block ?? '', { 'https://photos.example.com': server.url });
      expect(await run(whole(program), [], { SHUTTERPOST_KEY: apiKey })).toMatch(/^req_\w+\s?$/);
    });

    it.skipIf(isMissing)(
      `should call, repeat, read, refuse and verify${reason}`,
      { timeout: 240_000 },
      async () => {
        const webhooks = receivedWebhooks();
        const returns = receivedReturns();
        const input = join(FOLDER, `${name}.json`);
        const given = { url: server.url, proxyUrl: proxy.url, apiKey, externalId: name, picture };
        writeFileSync(input, JSON.stringify({ ...given, webhooks, returns }));
        // Creating, listing, creating, canceling, looking and asking.
        const once: FailingProxy['faults'] = ['lost before', 'busy', 'lost after', 'none'];
        proxy.faults = [...once, 'none', 'none', 'lost after', 'none', 'later'];
        proxy.keys = [];
        expect(JSON.parse(await run(story, [input]))).toEqual({
          isCreatedOnce: true,
          lost: 'ConnectionError',
          status: 'canceled',
          later: ['RateLimitError', 3_600],
          refused: ['ValidationError', 422, 'validation_error', ['expires_in_hours'], 'req_', 'http'],
          wrong_key: 'AuthenticationError',
          missing: 'NotFoundError',
          names: ['Three', 'Two', 'One'],
          one: 1,
          hasMore: true,
          metadata: [{ a: 'b' }, {}],
          purpose: 'example',
          zip: 'PK',
          pdf: '%PDF',
          photo: true,
          exchanged: 'VerificationError',
          webhooks: webhooks.map(({ becomes }) => becomes),
          returns: returns.map(({ becomes }) => becomes),
        });
        // Nothing was called more often than this, and what was repeated had one key.
        expect(proxy.keys.length).toBe(9);
        expect(new Set(proxy.keys.slice(0, once.length)).size).toBe(1);
        expect(proxy.keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      },
    );
  });

  const hasGo = spawnSync('gofmt', ['-h'], { env: cleanEnvironment() }).error === undefined;
  const reason = hasGo ? '' : ' (not run: there is no gofmt on this machine)';
  it.skipIf(!hasGo)(`should write Go as gofmt does${reason}`, async () => {
    const { code, stdout } = await runProcess('gofmt', ['-l', join(PACKAGES, 'go'), STORIES]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
