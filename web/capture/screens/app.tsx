import type { Conductor } from '../conductor.ts';
import { Icon } from '../ui/icon.tsx';
import { useLazy } from '../ui/lazy.ts';
import { Asking } from './asking.tsx';
import { CameraScreen } from './camera.tsx';
import { Intro } from './intro.tsx';
import { Overview } from './overview.tsx';
import { Problem } from './problem.tsx';
import { Review } from './review.tsx';
import { Sending } from './sending.tsx';
import { Thanks } from './thanks.tsx';

export function App({ c }: { c: Conductor }) {
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

function Current({ c }: { c: Conductor }) {
  const { screen } = c.flow.state();
  switch (screen.at) {
    case 'intro':
      return <Intro c={c} />;
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
      return <Sending c={c} />;
    case 'thanks':
      return <Thanks c={c} />;
    case 'problem':
      return <Problem key={screen.problem} c={c} problem={screen.problem} slot={screen.slot} />;
  }
}

function DesktopHandoff({ c }: { c: Conductor }) {
  const Loaded = useLazy<{ c: Conductor }>(
    async () => (await import('../lazy/handoff.tsx')).Handoff,
    c.language,
  );
  return Loaded === null ? <Intro c={c} /> : <Loaded c={c} />;
}
