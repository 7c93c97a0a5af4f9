import './ending.css';
import type { Controller } from '../controller.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** The last screens, which need the network anyway. */
export function Ending({ c }: { c: Controller }) {
  return c.flow.state().screen.at === 'sending' ? <Sending c={c} /> : <Thanks c={c} />;
}

function Sending({ c }: { c: Controller }) {
  const { say } = c.language;
  const { photos } = c.flow.state();
  const share = photos.reduce((sum, { progress }) => sum + progress, 0) / Math.max(1, photos.length);
  return (
    <div class="page sending">
      <main class="centre">
        <div class="spinner" />
        <Heading>{say('sending_title')}</Heading>
        <p>{say('sending_text')}</p>
        <progress aria-label={say('sending_title')} max={1} value={share} />
        <ul class="thumbnails">
          {photos.map((photo) => (
            <li key={photo.clientId}>
              <Thumbnail c={c} photo={photo} />
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

function Thanks({ c }: { c: Controller }) {
  const { say } = c.language;
  return (
    <div class="page thanks" data-testid="thank-you">
      <TopBar c={c} />
      <main class="centre">
        <div class="badge good arriving">
          <Icon name="check" />
        </div>
        <Heading>{say('thanks_title')}</Heading>
        <p>{say('thanks_text')}</p>
        <p class="quiet">{say('thanks_close')}</p>
      </main>
      {c.page.kind === 'link' && <MoreButton c={c} />}
    </div>
  );
}
