import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import type { Controller } from '../controller.ts';
import { isFinal } from '../flow/reducer.ts';
import { Heading } from '../ui/heading.tsx';
import { TopBar } from '../ui/top-bar.tsx';

/** Stands for a problem's screen while that is on its way. Where nothing can be fetched, it is all the customer sees. */
export function Trouble({ c, problem }: { c: Controller; problem: ProblemKind }) {
  const { say, knows } = c.language;
  const told = knows(`${problem}_title`) ? problem : 'trouble';
  return (
    <div class="page problem" data-testid="problem" data-problem={problem}>
      <TopBar c={c} />
      <main class="center">
        <div class="delayed">
          <Heading>{say(`${told}_title`)}</Heading>
          <p>{say(`${told}_text`)}</p>
        </div>
      </main>
      {!isFinal(c.flow.state().screen) && (
        <footer class="actions">
          <button
            type="button"
            class="button main delayed"
            onClick={() => c.flow.send({ type: 'try-again' })}
          >
            {say('try_again')}
          </button>
        </footer>
      )}
    </div>
  );
}
