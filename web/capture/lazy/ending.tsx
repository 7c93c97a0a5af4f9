import './ending.css';
import { useEffect, useState } from 'preact/hooks';
import type { WayBack } from '../../../src/capture/pages/page-data.ts';
import { call } from '../api.ts';
import type { Controller } from '../controller.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** Long enough to read that the photos have arrived. */
const READING_MS = 5_000;
const ASK_AGAIN_MS = 3_000;

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
      <main class="center">
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

/** Where the business wants its customers back. It has to be asked for: only now there is something to sign. */
function Returning({ c }: { c: Controller }) {
  const { say } = c.language;
  const [back, setBack] = useState<WayBack | null | undefined>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const response = await call<{ data: WayBack | null }>('GET', '/capture/return', {
        session: c.session.token() ?? '',
      });
      if (!response.ok) timer = setTimeout(ask, ASK_AGAIN_MS);
      else {
        const { data } = response.value;
        setBack(data);
        if (data !== null) timer = setTimeout(() => location.assign(data.url), READING_MS);
      }
    };
    void ask();
    return () => clearTimeout(timer);
  }, []);
  if (back === null) return <p class="quiet">{say('thanks_close')}</p>;
  if (back === undefined) return null;
  const host = `\u2068${back.host}\u2069`;
  return (
    <>
      <p class="quiet" role="status">
        {say('thanks_returning', { host })}
      </p>
      <p>
        <a class="button main" data-testid="back" href={back.url}>
          {say('thanks_back', { host })}
        </a>
      </p>
    </>
  );
}

function Thanks({ c }: { c: Controller }) {
  const { say } = c.language;
  return (
    <div class="page thanks" data-testid="thank-you">
      <TopBar c={c} />
      <main class="center">
        <div class="badge good arriving">
          <Icon name="check" />
        </div>
        <Heading>{say('thanks_title')}</Heading>
        <p>{say('thanks_text')}</p>
        {c.page.request.returns ? <Returning c={c} /> : <p class="quiet">{say('thanks_close')}</p>}
      </main>
      {c.page.kind === 'link' && <MoreButton c={c} />}
    </div>
  );
}
