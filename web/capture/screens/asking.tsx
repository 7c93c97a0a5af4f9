import { useEffect, useState } from 'preact/hooks';
import { startAfresh } from '../browser/start-afresh.ts';
import type { Controller } from '../controller.ts';
import { Heading } from '../ui/heading.tsx';

/** A question that was overlooked for so long may have gone from the screen unanswered. */
const OVERLOOKED_MS = 10_000;

/** Its words appear only after a moment: where the camera was allowed before there is nothing to ask. */
export function Asking({ c }: { c: Controller }) {
  const { say } = c.language;
  const [isOverlooked, setOverlooked] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setOverlooked, OVERLOOKED_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main class="dark asking">
      <div class="spinner" />
      <div class="delayed">
        <Heading>{say('asking_title')}</Heading>
        <p>{say('asking_text')}</p>
      </div>
      {isOverlooked && (
        <button type="button" class="button glassy delayed" onClick={startAfresh}>
          {say('try_again')}
        </button>
      )}
    </main>
  );
}
