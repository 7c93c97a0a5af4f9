import type { Controller } from '../controller.ts';
import { photoNumber } from '../flow/slots.ts';
import type { Shot } from '../flow/state.ts';
import { Again } from '../ui/again.tsx';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';

export function Review({ c, shot, confirming }: { c: Controller; shot: Shot; confirming: boolean }) {
  const { say } = c.language;
  const state = c.flow.state();
  const n = photoNumber(state, shot.slot);
  return (
    <main class="dark review">
      <img src={shot.picture} alt={say('photo_n', { n })} />
      <div class="glass">
        <Heading label={state.slots[shot.slot]?.instructions || say('photo_n', { n })}>
          {say('review_title')}
        </Heading>
        <Again c={c} slot={shot.slot} />
        {shot.hint && (
          <p class="hint">
            <Icon name="alert" />
            <span>
              {say(`hint_${shot.hint}`)} {confirming && <b>{say('hint_confirm')}</b>}
            </span>
          </p>
        )}
      </div>
      <div class="controls">
        <div class="pair">
          <button
            type="button"
            class="button glassy"
            data-testid="retake"
            onClick={() => c.flow.send({ type: 'retake' })}
          >
            <Icon name="retake" />
            <span>{say('retake')}</span>
          </button>
          <button
            type="button"
            class={`button ${confirming ? 'warn' : 'main'}`}
            data-testid="use-photo"
            onClick={c.cameraFlow.usePhoto}
          >
            <Icon name="check" />
            <span>{say(confirming ? 'use_anyway' : 'use')}</span>
          </button>
        </div>
      </div>
    </main>
  );
}
