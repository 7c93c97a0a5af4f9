import './handoff.css';
import type { Conductor } from '../conductor.ts';
import { Wish } from '../screens/intro.tsx';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** A desktop shows the way to the phone, and what the phone has sent so far. */
export function Handoff({ c }: { c: Conductor }) {
  const { say, count } = c.language;
  const { photos } = c.flow.state();
  const picture = qrAddress(c);
  return (
    <div class="page handoff" data-testid="handoff">
      <TopBar c={c} />
      <main>
        <section>
          <Heading>{say('heading')}</Heading>
          <Wish c={c} />
        </section>
        <section class="card">
          <h2>{say('help_handoff_title')}</h2>
          <p>{say('help_handoff_text')}</p>
          <div class="qr">{picture !== null && <img src={picture} alt={say('help_handoff_qr')} />}</div>
          <div class="arriving-photos" aria-live="polite">
            {photos.length === 0 ? (
              <p class="quiet">
                <i class="pulse" /> {say('help_handoff_waiting')}
              </p>
            ) : (
              <p>
                <Icon name="check" /> {count('help_received', photos.length)}
              </p>
            )}
          </div>
          <ul class="thumbnails">
            {photos.map((photo) => (
              <li key={photo.clientId}>
                <Thumbnail c={c} photo={photo} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button"
            data-testid="use-this-device"
            onClick={() => c.flow.send({ type: 'start' })}
          >
            <Icon name="camera" />
            <span>{say('help_use_computer')}</span>
          </button>
        </section>
      </main>
    </div>
  );
}

/** A permanent link's code carries the visit, so that both devices share it. */
function qrAddress({ page, session }: Conductor): string | null {
  if (page.kind === 'request') return `/r/${page.key}/qr.svg`;
  const visit = session.token();
  return visit && `/p/${page.key}/qr.svg?visit=${encodeURIComponent(visit)}`;
}
