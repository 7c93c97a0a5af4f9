import { useEffect, useState } from 'preact/hooks';
import type { Controller } from '../controller.ts';
import {
  canAdd,
  isNeeded,
  missingSlots,
  openSlots,
  photoIn,
  photoNumber,
  shownSlots,
} from '../flow/slots.ts';
import type { Photo } from '../flow/state.ts';
import { Again } from '../ui/again.tsx';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** The button to send appears where the one to keep the last photo was: a double tap must not press it. */
const DOUBLE_TAP_MS = 400;

export function Overview({ c }: { c: Controller }) {
  const { say, count } = c.language;
  const state = c.flow.state();
  const missing = missingSlots(state);
  const [next] = missing;
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setSettled, DOUBLE_TAP_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="page overview">
      <TopBar c={c} />
      <main>
        <Heading>{say('overview_title')}</Heading>
        <p class="lead">
          {next === undefined ? say('overview_ready') : count('overview_missing', missing.length)}
        </p>
        <ul class="photos">
          {shownSlots(state).map((slot) => (
            <Place key={slot} c={c} slot={slot} />
          ))}
          {canAdd(state) && state.photos.length > 0 && (
            <li>
              <TakeButton c={c} slot={openSlots(state)[0] ?? 0} label={say('add_photo')} />
            </li>
          )}
        </ul>
        {state.answered.map((part) => (
          <button key={part} type="button" class="button" onClick={() => c.flow.send({ type: 'ask', part })}>
            {say('questions_edit')}
          </button>
        ))}
      </main>
      <footer class="actions">
        {next === undefined ? (
          <button
            type="button"
            class={`button main${isSettled ? '' : ' untouchable'}`}
            data-testid="submit"
            onClick={() => c.flow.send({ type: 'submit' })}
          >
            <span>{state.photos.length > 0 ? count('send', state.photos.length) : say('go_on')}</span>
          </button>
        ) : (
          <button
            type="button"
            class="button main"
            onClick={() => c.flow.send({ type: 'open-camera', slot: next })}
          >
            <Icon name="camera" />
            <span>{say('take_missing')}</span>
          </button>
        )}
      </footer>
    </div>
  );
}

function Place({ c, slot }: { c: Controller; slot: number }) {
  const { say } = c.language;
  const state = c.flow.state();
  const photo = photoIn(state, slot);
  const wanted = state.slots[slot];
  const n = photoNumber(state, slot);
  return (
    <li>
      {photo ? <Thumbnail c={c} photo={photo} /> : <TakeButton c={c} slot={slot} label={say('shutter')} />}
      <div class="caption">
        <span dir="auto">{wanted?.instructions || say('photo_n', { n })}</span>
        {wanted?.is_required === false && !isNeeded(state, slot) && <em>{say('optional')}</em>}
      </div>
      <Again c={c} slot={slot} />
      {photo && <PhotoButtons c={c} photo={photo} n={n} />}
    </li>
  );
}

function PhotoButtons({ c, photo, n }: { c: Controller; photo: Photo; n: number }) {
  const { say } = c.language;
  const named = (what: string) => `${say(what)}: ${say('photo_n', { n })}`;
  const remove = () => {
    c.remove(photo);
    // The button is gone, and with it the place of whoever uses the keyboard.
    document.querySelector('h1')?.focus({ preventScroll: true });
  };
  return (
    <div class="photo-buttons">
      <button
        type="button"
        aria-label={named('retake')}
        onClick={() => c.flow.send({ type: 'open-camera', slot: photo.slot })}
      >
        <Icon name="retake" />
        <span>{say('retake')}</span>
      </button>
      <button type="button" class="bin" aria-label={named('remove')} onClick={remove}>
        <Icon name="trash" />
      </button>
    </div>
  );
}

function TakeButton({ c, slot, label }: { c: Controller; slot: number; label: string }) {
  return (
    <button type="button" class="empty" onClick={() => c.flow.send({ type: 'open-camera', slot })}>
      <Icon name="plus" />
      <span>{label}</span>
    </button>
  );
}
