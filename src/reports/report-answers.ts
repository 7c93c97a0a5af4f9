import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { answersOf, questionsOf } from '../questions/answers.ts';
import type { Answer } from '../shared/questions.ts';
import type { createPages } from './pdf-pages.ts';
import { isolated } from './text-runs.ts';

interface PrintedAnswer {
  label: string;
  text: string | null;
  /** Lines of a drawn signature. */
  drawn: string[] | null;
}

/** In points. */
const SIGNATURE_WIDTH = 200;

/** What the customer answered, in the order of the questions. */
export function printedAnswers(request: PhotoRequestRow): PrintedAnswer[] {
  const answers = answersOf(request);
  return questionsOf(request).flatMap(({ id, label, unit }) => {
    const answer = answers[id];
    if (answer === undefined) return [];
    return [{ label, text: textOf(answer, unit), drawn: drawnLines(answer) }];
  });
}

export function addAnswers(pages: ReturnType<typeof createPages>, answers: PrintedAnswer[]): void {
  if (answers.length === 0) return;
  pages.rule();
  pages.space(8);
  for (const { label, text, drawn } of answers) {
    pages.text(label, { weight: 'bold', size: 10 });
    if (text !== null) pages.text(isolated(text), { size: 10 });
    if (drawn !== null) pages.drawing(drawn, SIGNATURE_WIDTH);
    pages.space(6);
  }
  pages.space(6);
}

function textOf(answer: Answer, unit: string | null): string | null {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return unit === null ? String(answer) : `${answer} ${unit}`;
  if (typeof answer === 'string') return answer;
  if (Array.isArray(answer)) return answer.join(', ');
  return 'typed' in answer ? answer.typed : null;
}

function drawnLines(answer: Answer): string[] | null {
  return typeof answer === 'object' && !Array.isArray(answer) && 'drawn' in answer ? answer.drawn : null;
}
