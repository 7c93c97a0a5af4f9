import type { Controller } from '../controller.ts';

/** A permanent link begins a new visit each time. */
export function MoreButton({ c }: { c: Controller }) {
  return (
    <footer class="actions">
      <button type="button" class="button" onClick={() => location.reload()}>
        {c.language.say('thanks_more')}
      </button>
    </footer>
  );
}
