import type { Controller } from '../controller.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon } from '../ui/icon.tsx';
import { TopBar } from '../ui/top-bar.tsx';

export function Thanks({ c }: { c: Controller }) {
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
