import type { Conductor } from '../conductor.ts';
import { Heading } from '../ui/heading.tsx';

/** Its words appear only after a moment: where the camera was allowed before there is nothing to ask. */
export function Asking({ c }: { c: Conductor }) {
  return (
    <main class="dark asking">
      <div class="spinner" />
      <div class="delayed">
        <Heading>{c.language.say('asking_title')}</Heading>
        <p>{c.language.say('asking_text')}</p>
      </div>
    </main>
  );
}
