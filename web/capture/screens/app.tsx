import type { Controller } from '../controller.ts';
import type { Invitation } from '../flow/state.ts';
import { Icon } from '../ui/icon.tsx';
import { loadEnding, useLazy } from '../ui/lazy.ts';
import { TopBar } from '../ui/top-bar.tsx';
import { Asking } from './asking.tsx';
import { CameraScreen } from './camera.tsx';
import { Intro } from './intro.tsx';
import { Overview } from './overview.tsx';
import { Problem } from './problem.tsx';
import { Review } from './review.tsx';

export function App({ c }: { c: Controller }) {
  const { screen, online } = c.flow.state();
  const isOfflineScreen = screen.at === 'problem' && screen.problem === 'offline';
  return (
    <>
      {!online && !isOfflineScreen && (
        <div class="offline" role="status">
          <Icon name="offline" />
          {c.language.say(c.keepsPhotos() ? 'offline_banner' : 'offline_unsaved')}
        </div>
      )}
      <Current c={c} />
      <div class="unseen" role="status" aria-live="polite">
        {c.announced()}
      </div>
    </>
  );
}

function Current({ c }: { c: Controller }) {
  const { screen } = c.flow.state();
  switch (screen.at) {
    case 'intro':
      return <Intro c={c} />;
    case 'invited':
      return <Invited c={c} invitation={screen.invitation} />;
    case 'handoff':
      return <DesktopHandoff c={c} />;
    case 'asking':
      return <Asking c={c} />;
    case 'camera':
      return <CameraScreen c={c} slot={screen.slot} />;
    case 'review':
      return <Review c={c} shot={screen.shot} confirming={screen.confirming} />;
    case 'overview':
      return <Overview c={c} />;
    case 'sending':
    case 'thanks':
      return <Ending c={c} />;
    case 'problem':
      return <Problem key={screen.problem} c={c} problem={screen.problem} />;
  }
}

function Invited(props: { c: Controller; invitation: Invitation }) {
  const Loaded = useLazy<{ c: Controller; invitation: Invitation }>(
    async () => (await import('../lazy/invited.tsx')).Invited,
    props.c.language,
  );
  if (Loaded !== null && props.invitation !== 'loading') return <Loaded {...props} />;
  return <Waiting c={props.c} />;
}

function Ending({ c }: { c: Controller }) {
  const Loaded = useLazy(loadEnding, c.language);
  return Loaded === null ? <Waiting c={c} /> : <Loaded c={c} />;
}

function Waiting({ c }: { c: Controller }) {
  return (
    <div class="page">
      <TopBar c={c} />
      <main class="centre">
        <div class="spinner" />
      </main>
    </div>
  );
}

function DesktopHandoff({ c }: { c: Controller }) {
  const Loaded = useLazy<{ c: Controller }>(
    async () => (await import('../lazy/handoff.tsx')).Handoff,
    c.language,
  );
  return Loaded === null ? <Intro c={c} /> : <Loaded c={c} />;
}
