import type { IconName } from '../../../src/capture/pages/icons.ts';
import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import type { Conductor } from '../conductor.ts';
import { photoNumber } from '../flow/slots.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { useLazy } from '../ui/lazy.ts';
import { TopBar } from '../ui/top-bar.tsx';
import { MoreButton } from './thanks.tsx';

const PICTURES: Partial<Record<ProblemKind, IconName>> = {
  'permission-denied': 'camera',
  'no-camera': 'camera',
  'camera-in-use': 'camera',
  'camera-lost': 'camera',
  'in-app-browser': 'open',
  insecure: 'lock',
  expired: 'clock',
  submitted: 'check',
  offline: 'offline',
  'photo-refused': 'retake',
};
const WITH_HELP = new Set<ProblemKind>(['permission-denied', 'in-app-browser', 'no-camera', 'insecure']);
const WITHOUT_RETRY = new Set<ProblemKind>([
  'expired',
  'submitted',
  'gone',
  'closed',
  'insecure',
  'in-app-browser',
]);

interface Props {
  c: Conductor;
  problem: ProblemKind;
  slot: number;
}

export function Problem({ c, problem, slot }: Props) {
  const { say } = c.language;
  const n = photoNumber(c.flow.state(), slot);
  return (
    <div class="page problem" data-testid="problem" data-problem={problem}>
      <TopBar c={c} />
      <main class="centre">
        <div class={`badge${problem === 'submitted' ? ' good' : ''}`}>
          <Icon name={PICTURES[problem] ?? 'alert'} />
        </div>
        <Heading>{say(`${problem}_title`, { n })}</Heading>
        <p>{say(`${problem}_text`, { n })}</p>
        {WITH_HELP.has(problem) && <Help c={c} problem={problem} />}
      </main>
      <WayOn c={c} problem={problem} />
    </div>
  );
}

function Help({ c, problem }: { c: Conductor; problem: ProblemKind }) {
  const Loaded = useLazy<{ c: Conductor; problem: ProblemKind }>(
    async () => (await import('../lazy/problem-help.tsx')).ProblemHelp,
    c.language,
  );
  return Loaded && <Loaded c={c} problem={problem} />;
}

function WayOn({ c, problem }: { c: Conductor; problem: ProblemKind }) {
  const { say } = c.language;
  if (problem === 'submitted') return c.page.kind === 'link' ? <MoreButton c={c} /> : null;
  if (problem === 'in-app-browser' || problem === 'insecure') return null;
  return (
    <footer class="actions">
      {WITHOUT_RETRY.has(problem) ? (
        <a class="button" href="/code">
          {say('enter_code')}
        </a>
      ) : (
        <button type="button" class="button main" onClick={() => c.flow.send({ type: 'try-again' })}>
          {say(problem === 'photo-refused' ? 'retake' : 'try_again')}
        </button>
      )}
    </footer>
  );
}
