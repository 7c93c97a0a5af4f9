import './invited.css';
import type { Controller } from '../controller.ts';
import type { Invitation } from '../flow/state.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** Nothing of another device is continued before the customer has seen what it is, and agreed. */
export function Invited({ c, invitation }: { c: Controller; invitation: Invitation }) {
  const { say } = c.language;
  const isOpen = typeof invitation === 'object';
  return (
    <div class="page invited" data-testid="invited" data-invitation={isOpen ? 'open' : invitation}>
      <TopBar c={c} />
      {invitation === 'loading' && (
        <main class="center">
          <div class="spinner" />
        </main>
      )}
      {invitation === 'over' && <Over c={c} />}
      {isOpen && <Offer c={c} photos={invitation.photos} />}
      <footer class="actions">
        {isOpen && (
          <button
            type="button"
            class="button main"
            data-testid="continue"
            onClick={() => c.decide('continue')}
          >
            <Icon name="phone" />
            <span>{say('help_continue')}</span>
          </button>
        )}
        <button
          type="button"
          class={`button${isOpen ? '' : ' main'}`}
          data-testid="start-fresh"
          onClick={() => c.decide('fresh')}
        >
          <span>{say('help_start_fresh')}</span>
        </button>
      </footer>
    </div>
  );
}

function Offer({ c, photos }: { c: Controller; photos: number }) {
  const { say, count } = c.language;
  const { instructions, slots, maxPhotos } = c.page.request;
  return (
    <main>
      <Heading>{say('help_continue_title')}</Heading>
      <p class="lead">{say('help_continue_text')}</p>
      <div class="card">
        <h2>{say('heading')}</h2>
        <p class="wish" dir="auto">
          {instructions}
        </p>
        <ul class="facts">
          <li>
            <Icon name="camera" />
            {count(slots.length > 0 ? 'photos' : 'up_to', maxPhotos)}
          </li>
          <li>
            <Icon name="check" />
            {count('help_received', photos)}
          </li>
        </ul>
      </div>
      <p class="fine">
        <Icon name="lock" />
        <span>{say('help_continue_warning')}</span>
      </p>
    </main>
  );
}

function Over({ c }: { c: Controller }) {
  const { say } = c.language;
  return (
    <main class="center">
      <div class="badge">
        <Icon name="clock" />
      </div>
      <Heading>{say('help_continue_over_title')}</Heading>
      <p>{say('help_continue_over_text')}</p>
    </main>
  );
}
