import './handoff.css';
import type { Controller } from '../controller.ts';
import { Wish } from '../screens/intro.tsx';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** A desktop shows the way to the phone, and what the phone has sent so far. */
export function Handoff({ c }: { c: Controller }) {
  const { say } = c.language;
  const { followed } = c.flow.state();
  return (
    <div class="page handoff" data-testid="handoff">
      <TopBar c={c} />
      <main>
        <section>
          <Heading>{say('heading')}</Heading>
          <Wish c={c} />
        </section>
        <section class="card">
          {followed === null ? <WayToPhone c={c} /> : <Following c={c} photos={followed} />}
        </section>
      </main>
    </div>
  );
}

function WayToPhone({ c }: { c: Controller }) {
  const { say } = c.language;
  const { photos } = c.flow.state();
  const picture = c.qrCode();
  return (
    <>
      <h2>{say('help_handoff_title')}</h2>
      <p>{say('help_handoff_text')}</p>
      <div class="qr">{picture !== null && <img src={picture} alt={say('help_handoff_qr')} />}</div>
      <Received c={c} photos={photos.length} />
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
    </>
  );
}

/** Only how far the phone is: from now on the photos are shown there alone. */
function Following({ c, photos }: { c: Controller; photos: number }) {
  const { say } = c.language;
  return (
    <div class="following" data-testid="following">
      <div class="badge good">
        <Icon name="phone" />
      </div>
      <h2>{say('help_handoff_taken')}</h2>
      <p>{say('help_handoff_follow')}</p>
      <Received c={c} photos={photos} />
      <button type="button" class="button" onClick={() => location.reload()}>
        <span>{say('use_this_device')}</span>
      </button>
    </div>
  );
}

function Received({ c, photos }: { c: Controller; photos: number }) {
  const { say, count } = c.language;
  return (
    <div class="arriving-photos" aria-live="polite">
      {photos === 0 ? (
        <p class="quiet">
          <i class="pulse" /> {say('help_handoff_waiting')}
        </p>
      ) : (
        <p>
          <Icon name="check" /> {count('help_received', photos)}
        </p>
      )}
    </div>
  );
}
