import { beforeEach } from 'vitest';

// Which of the API tests say nothing about several nodes, and why. Each is skipped by its name, and counted.

const LOGS = 'reads the log, which each node writes for itself';
const ON_DISK = 'is about files on a disk; S3 hands out photos by itself';
const REPLACED = 'replaces a part of the process under test, which is not this process';
const CLOCK = 'moves the clock, which Redis and the other nodes do not see';
const WORKERS = 'is about workers, which run in the process of the test';
const SOCKET = 'speaks with the load balancer, which has its own way with what is not HTTP';
const PER_NODE = 'is about a limit that each node has for itself (0057)';
const HEADERS = 'sends a header that no HTTP client sends';
const PROXIES = 'is about other proxies than the one that is there';

interface Exceptions {
  file: string;
  /** What the names contain, from the outermost group on. Absent: all of the file. */
  names?: string[];
  why: string;
}

const EXCEPTIONS: Exceptions[] = [
  { file: 'api/logging.test.ts', why: LOGS },
  { file: 'capture/logging.test.ts', why: LOGS },
  { file: 'api/errors.test.ts', names: ['which the log has too'], why: LOGS },
  { file: 'api/errors.test.ts', names: ['should answer 500 without', 'should answer 503'], why: REPLACED },
  { file: 'api/errors.test.ts', names: ['over a socket'], why: SOCKET },
  { file: 'api/status.test.ts', names: ['degraded', 'ok again', '503', 'really gone'], why: REPLACED },
  { file: 'photos/get.test.ts', names: ['a link to a photo'], why: ON_DISK },
  { file: 'photos/upkeep.test.ts', why: ON_DISK },
  { file: 'capture/upload.wire.test.ts', why: SOCKET },
  { file: 'capture/upload.tickets.test.ts', names: ['120 times a minute'], why: CLOCK },
  { file: 'email/workers.test.ts', why: WORKERS },
  { file: 'webhooks/delivery.fairness.test.ts', why: WORKERS },
  { file: 'webhooks/delivery.leases.test.ts', why: WORKERS },
  { file: 'rate-limits/redis.test.ts', why: 'starts nodes of its own' },
  {
    file: 'authentication/ip-allow-list.403.test.ts',
    names: ['proxies of known networks', 'the proxy saw', 'own address when it says nothing'],
    why: PROXIES,
  },
  { file: 'idempotency/refusals.test.ts', names: ['an emoji', 'a control character'], why: HEADERS },
  { file: 'authentication/unauthorized.401.test.ts', names: ['cut, doubled'], why: HEADERS },
  { file: 'identity-two-factor.test.ts', names: ['should stop guessing'], why: CLOCK },
  { file: 'identity-sign-in.test.ts', names: ['ten wrong passwords in a minute'], why: CLOCK },
  { file: 'web-app/live.test.ts', names: ['should tell that something changed'], why: CLOCK },
  { file: 'web-app/live.test.ts', names: ['beyond ten pages'], why: PER_NODE },
  { file: 'web-app/live.test.ts', names: ['a stopping server'], why: REPLACED },
  { file: 'web-app/after-the-body.test.ts', why: REPLACED },
  { file: 'web-app/report.test.ts', names: ['a few times at once'], why: PER_NODE },
];

beforeEach(({ task, skip }) => {
  const groups: string[] = [task.name];
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) groups.unshift(suite.name);
  const name = groups.join(' > ');
  const exception = EXCEPTIONS.find(
    ({ file, names = [''] }) =>
      task.file.filepath.endsWith(file) && names.some((start) => name.includes(start)),
  );
  if (exception !== undefined) skip(exception.why);
});
