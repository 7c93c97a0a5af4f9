import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import type { IconName } from '../../../src/pages/icons.ts';
import { isIos } from '../browser/ios.ts';
import { startAfresh } from '../browser/start-afresh.ts';
import type { Controller } from '../controller.ts';
import { isFinal } from '../flow/reducer.ts';
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
  slot: number;
}

export function Problem({ c, problem, slot }: Props) {
  const { say } = c.language;
  return (
    <div class="page problem" data-testid="problem" data-problem={problem}>
      <TopBar c={c} />
      <main class="centre">
        <div class={`badge${problem === 'submitted' ? ' good' : ''}`}>
          <Icon name={PICTURES[problem] ?? 'alert'} />
        </div>
        {c.language.knows(`${problem}_title`) ? (
          <Words c={c} problem={problem} slot={slot} />
        ) : (
          <div class="delayed">
            <Heading>{say('trouble_title')}</Heading>
            <p>{say('trouble_text')}</p>
          </div>
        )}
        {WITH_HELP.has(problem) && <Help c={c} problem={problem} />}
      </main>
      <WayOn c={c} problem={problem} />
    </div>
  );
}

function Words({ c, problem, slot }: Props) {
  const { say } = c.language;
  const refused = problem === 'photo-refused' ? refusedNumbers(c, slot) : [];
  const key = refused.length > 1 ? 'photos-refused' : problem;
  return (
    <>
      <Heading>{say(`${key}_title`, { n: listed(refused, c.language.code()) })}</Heading>
      <p>
        {say(`${refused.length > 1 ? key : textOf(c, problem)}_text`)}
        {refused.length > 0 && c.flow.state().photos.length > 0 && ` ${say('photos-kept')}`}
      </p>
    </>
  );
}

/** As the customer counted them before they were refused. */
function refusedNumbers(c: Controller, slot: number): number[] {
  const state = c.flow.state();
  const refused = (state.screen.at === 'problem' && state.screen.refused) || [slot];
  const before = (place: number) =>
    state.slots.length > 0 ? 0 : refused.filter((one) => one < place).length;
  return refused.map((place) => photoNumber(state, place) + before(place));
}

/** "1 and 3", in the customer's language where the browser can say so. */
function listed(numbers: number[], lang: string): string {
  const words = numbers.map((number) => new Intl.NumberFormat(lang).format(number));
  return Intl.ListFormat ? new Intl.ListFormat(lang).format(words) : words.join(', ');
}

/** A permanent link can still take what was left over. */
function textOf(c: Controller, problem: ProblemKind): string {
  return problem === 'not-included' && c.page.kind === 'link' ? 'not-included-link' : problem;
}

function Help({ c, problem }: { c: Controller; problem: ProblemKind }) {
  const Loaded = useLazy<{ c: Controller; problem: ProblemKind }>(
    async () => (await import('../lazy/problem-help.tsx')).ProblemHelp,
    c.language,
  );
  if (Loaded !== null) return <Loaded c={c} problem={problem} />;
  return ONLY_HELP.has(problem) ? (
    <a class="button delayed" href={location.pathname}>
      {c.language.say('try_again')}
    </a>
  ) : null;
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

/** Once refused, iOS does not ask again before the page is loaded anew. */
function tryAgain(c: Controller, problem: ProblemKind): void {
  const asksOnce = problem === 'permission-denied' && isIos(navigator.userAgent, navigator.maxTouchPoints);
  if (asksOnce) startAfresh();
  else c.flow.send({ type: 'try-again' });
}
