import { useEffect } from 'preact/hooks';
import type { Controller } from '../controller.ts';
import { Icon } from '../ui/icon.tsx';
import { Lazy, Waiting } from '../ui/lazy.tsx';
import { withRetries } from '../with-retries.ts';
import { Asking } from './asking.tsx';
import { CameraScreen } from './camera.tsx';
import { Intro } from './intro.tsx';
import { Trouble } from './trouble.tsx';

const loadEnding = async () => (await import('../lazy/ending.tsx')).Ending;
const loadQuestions = async () => (await import('../lazy/questions.tsx')).Questions;

export function App({ c }: { c: Controller }) {
  const { screen, online, photos } = c.flow.state();
  const hasPhotos = photos.length > 0;
  // What follows the photos is fetched with the first of them: the last may be taken where there is no network.
  useEffect(() => {
    if (!hasPhotos) return;
    void withRetries(loadEnding);
    if (c.page.request.questions) void withRetries(loadQuestions);
  }, [hasPhotos]);
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
  const { Review = Waiting, Overview = Waiting, Problem = Trouble } = c.afterShutter() ?? {};
  switch (screen.at) {
    case 'intro':
      return <Intro c={c} />;
    case 'invited':
      return (
        <Lazy
          load={async () => (await import('../lazy/invited.tsx')).Invited}
          of={{ c, invitation: screen.invitation }}
        />
      );
    case 'questions':
      return <Lazy key={screen.part} load={loadQuestions} of={{ c, part: screen.part }} />;
    case 'handoff':
      return (
        <Lazy load={async () => (await import('../lazy/handoff.tsx')).Handoff} of={{ c }}>
          <Intro c={c} />
        </Lazy>
      );
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
      return <Lazy key="ending" load={loadEnding} of={{ c }} />;
    case 'problem':
      return <Problem key={screen.problem} c={c} problem={screen.problem} />;
  }
}
