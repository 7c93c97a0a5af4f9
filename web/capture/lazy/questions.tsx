import './questions.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Part } from '../../../src/shared/questions.ts';
import {
  type Answer,
  type AnswerFault,
  type Answers,
  askedQuestions,
  faultOf,
  type Question,
} from '../../../src/shared/questions.ts';
import type { Controller } from '../controller.ts';
import type { Language } from '../language.ts';
import { answersKeyOf } from '../page-key.ts';
import { storage } from '../session.ts';
import { Heading } from '../ui/heading.tsx';
import { TopBar } from '../ui/top-bar.tsx';
import { QuestionInput } from './question-input.tsx';

/** One part of the questions. What is answered is kept at once, and held against the rules when the customer goes on. */
export function Questions({ c, part }: { c: Controller; part: Part }) {
  const { say } = c.language;
  const [answers, setAnswers] = useState<Answers>(() => ({ ...keptAnswers(c), ...c.answers }));
  const [faults, setFaults] = useState<Record<string, AnswerFault>>({});
  const form = useRef<HTMLFormElement>(null);
  const asked = askedQuestions(c.page.request.questions ?? [], answers).filter(
    ({ position }) => position === part,
  );

  function set(id: string, answer: Answer | undefined): void {
    const { [id]: _before, ...others } = answers;
    const next = answer === undefined ? others : { ...others, [id]: answer };
    setAnswers(next);
    storage((local) => local.setItem(answersKeyOf(c.page), JSON.stringify(next)));
    if (faults[id] !== undefined) setFaults(({ [id]: _fault, ...rest }) => rest);
  }

  function proceed(): void {
    const found = asked.flatMap((question) => {
      const fault = faultOf(question, answers[question.id]);
      return fault === null ? [] : [[question.id, fault] as const];
    });
    setFaults(Object.fromEntries(found));
    if (found.length > 0) return;
    Object.assign(c.answers, answers);
    c.flow.send({ type: 'answered', part });
  }

  // Where nothing is asked because of what was answered before, no one has to see an empty page.
  useEffect(() => {
    if (asked.length === 0) proceed();
  }, []);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  return (
    <div class="page questions" data-testid="questions">
      <TopBar c={c} />
      <main>
        <Heading>{say('questions_title')}</Heading>
        <form
          ref={form}
          id="questions"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            proceed();
          }}
        >
          {asked.map((question) => (
            <QuestionInput
              key={question.id}
              c={c}
              question={question}
              answer={answers[question.id]}
              fault={faultText(c.language, question, faults[question.id])}
              onAnswer={(answer) => set(question.id, answer)}
            />
          ))}
        </form>
      </main>
      <footer class="actions">
        <button type="submit" form="questions" class="button main" data-testid="answer">
          {say('go_on')}
        </button>
      </footer>
    </div>
  );
}

/** From before a reload. */
function keptAnswers({ page }: Controller): Answers {
  return JSON.parse(storage((local) => local.getItem(answersKeyOf(page))) ?? '{}');
}

function faultText({ say, code }: Language, { min, max }: Question, fault?: AnswerFault): string | null {
  const number = (value: number | null) => new Intl.NumberFormat(code()).format(value ?? 0);
  switch (fault) {
    case undefined:
      return null;
    case 'missing':
    case 'not_a_number':
      return say(`questions_fault_${fault}`);
    case 'too_small':
      return say('questions_fault_too_small', { min: number(min) });
    case 'too_large':
      return say('questions_fault_too_large', { max: number(max) });
    default:
      return say('questions_fault_wrong');
  }
}
