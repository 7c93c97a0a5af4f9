import { timeLeft } from '../../../src/pages/texts.ts';
import type { Controller } from '../controller.ts';
import { photoIn } from '../flow/slots.ts';
import { Again } from '../ui/again.tsx';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { Viewfinder } from '../ui/viewfinder.tsx';

/** The same as the server's page, now alive. */
export function Intro({ c }: { c: Controller }) {
  const { say } = c.language;
  const hasPhotos = c.flow.state().photos.length > 0;
  const { stream } = c.cameraFlow.camera;
  return (
    <div class="page intro">
      <TopBar c={c} />
      <main>
        <Heading>{say('heading')}</Heading>
        <Again c={c}>
          <Wish c={c} />
        </Again>
        <p class="fine">
          <Icon name="lock" />
          <span>
            {say('live_note')} {say('privacy')}
          </span>
        </p>
      </main>
      <footer class="actions">
        {stream() !== null && <Viewfinder camera={c.cameraFlow.camera} />}
        <button
          type="button"
          class="button main"
          data-testid="start"
          onClick={() => c.flow.send({ type: 'start' })}
        >
          <Icon name="camera" />
          <span>{say(hasPhotos ? 'go_on' : 'start')}</span>
        </button>
      </footer>
    </div>
  );
}

/** What is asked for. */
export function Wish({ c }: { c: Controller }) {
  const { instructions, slots } = c.page.request;
  return (
    <>
      <p class="wish" dir="auto">
        {instructions}
      </p>
      <Facts c={c} />
      {slots.length > 0 && <SlotList c={c} />}
    </>
  );
}

/** How many photos, and until when. */
export function Facts({ c }: { c: Controller }) {
  const { say, count, code } = c.language;
  const { slots, maxPhotos, expiresAt } = c.page.request;
  return (
    <ul class="facts">
      <li>
        <Icon name="camera" />
        {count(slots.length > 0 ? 'photos' : 'up_to', maxPhotos)}
      </li>
      {expiresAt !== null && (
        <li>
          <Icon name="clock" />
          <time dateTime={expiresAt} title={new Date(expiresAt).toLocaleString(code())}>
            {say('ends', { relative: timeLeft(code(), expiresAt, c.session.timeNow()) })}
          </time>
        </li>
      )}
    </ul>
  );
}

function SlotList({ c }: { c: Controller }) {
  const { say } = c.language;
  return (
    <>
      <h2>{say('what')}</h2>
      <ol class="slots">
        {c.page.request.slots.map(({ instructions, is_required }, slot) => (
          <li key={slot} class={photoIn(c.flow.state(), slot) && 'done'}>
            <span dir="auto">{instructions}</span>
            {!is_required && <em>{say('optional')}</em>}
          </li>
        ))}
      </ol>
    </>
  );
}
