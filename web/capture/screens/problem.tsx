import type { ComponentChildren } from 'preact';
import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import type { IconName } from '../../../src/pages/icons.ts';
import { isIos } from '../browser/ios.ts';
import { startAfresh } from '../browser/start-afresh.ts';
import type { Controller } from '../controller.ts';
import { isFinal } from '../flow/reducer.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { useLazy } from '../ui/lazy.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { TopBar } from '../ui/top-bar.tsx';

const PICTURES: Partial<Record<ProblemKind, IconName>> = {
  'permission-denied': 'camera',
  'no-camera': 'camera',
  'camera-in-use': 'camera',
  'camera-lost': 'camera',
  'in-app-browser': 'open',
  insecure: 'lock',
  'access-code': 'lock',
  expired: 'clock',
  submitted: 'check',
  'not-included': 'alert',
  'handed-over': 'phone',
  offline: 'offline',
  'photo-refused': 'retake',
};
const WITH_HELP = new Set<ProblemKind>([
  'permission-denied',
  'in-app-browser',
  'no-camera',
  'insecure',
  'not-included',
]);
/** Their help has the way on. */
const ONLY_HELP = new Set<ProblemKind>(['insecure', 'in-app-browser']);

const RELOADING: Partial<Record<ProblemKind, string>> = {
  'handed-over': 'use_this_device',
  'access-code': 'enter_code',
  ended: 'try_again',
};

interface Props {
  c: Controller;
  problem: ProblemKind;
}

export function Problem({ c, problem }: Props) {
  const { say } = c.language;
  return (
    <div class="page problem" data-testid="problem" data-problem={problem}>
      <TopBar c={c} />
      <main class="center">
        <div class={`badge${problem === 'submitted' ? ' good' : ''}`}>
          <Icon name={PICTURES[problem] ?? 'alert'} />
        </div>
        {problem === 'photo-refused' ? (
          <Help c={c} problem={problem}>
            <div class="delayed">
              <Heading>{say('trouble_title')}</Heading>
              <p>{say('trouble_text')}</p>
            </div>
          </Help>
        ) : (
          <>
            <Heading>{say(`${problem}_title`)}</Heading>
            <p>{say(`${textOf(c, problem)}_text`)}</p>
          </>
        )}
        {WITH_HELP.has(problem) && (
          <Help c={c} problem={problem}>
            {ONLY_HELP.has(problem) && (
              <a class="button delayed" href={location.pathname}>
                {say('try_again')}
              </a>
            )}
          </Help>
        )}
      </main>
      <WayOn c={c} problem={problem} />
    </div>
  );
}

/** A permanent link can still take what was left over. */
function textOf(c: Controller, problem: ProblemKind): string {
  return problem === 'not-included' && c.page.kind === 'link' ? 'not-included-link' : problem;
}

/** What is fetched when it is needed; until then its children. */
function Help({ c, problem, children }: Props & { children: ComponentChildren }) {
  const Loaded = useLazy<Props>(
    async () => (await import('../lazy/problem-help.tsx')).ProblemHelp,
    c.language,
  );
  return Loaded === null ? children : <Loaded c={c} problem={problem} />;
}

function WayOn({ c, problem }: { c: Controller; problem: ProblemKind }) {
  const { say } = c.language;
  const { screen, photos } = c.flow.state();
  if (problem === 'submitted' || problem === 'not-included')
    return c.page.kind === 'link' ? <MoreButton c={c} /> : null;
  // Loaded again, the page asks for the access code, begins another visit, or takes this one back to this device.
  const again = RELOADING[problem];
  if (again !== undefined) {
    return (
      <footer class="actions">
        <button type="button" class="button" onClick={() => location.reload()}>
          {say(again)}
        </button>
      </footer>
    );
  }
  if (isFinal(screen)) {
    return (
      <footer class="actions">
        <a class="button" href="/code">
          {say('enter_code')}
        </a>
      </footer>
    );
  }
  return (
    <footer class="actions">
      {!ONLY_HELP.has(problem) && (
        <button type="button" class="button main" onClick={() => tryAgain(c, problem)}>
          {say(problem === 'photo-refused' ? 'retake' : 'try_again')}
        </button>
      )}
      {photos.length > 0 && (
        <button type="button" class="button" onClick={() => c.flow.send({ type: 'open-overview' })}>
          {say('all_photos')}
        </button>
      )}
    </footer>
  );
}

/** Once refused, iOS does not ask again before the page is reloaded. */
function tryAgain(c: Controller, problem: ProblemKind): void {
  const asksOnce = problem === 'permission-denied' && isIos(navigator.userAgent, navigator.maxTouchPoints);
  if (asksOnce) startAfresh();
  else c.flow.send({ type: 'try-again' });
}
