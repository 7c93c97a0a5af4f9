import type { Answer, Answers, Question } from '../shared/questions.ts';

/** What a customer could answer. */
export function sampleAnswers(questions: Question[], now: number): Answers {
  return Object.fromEntries(questions.map((question) => [question.id, sampleAnswer(question, now)]));
}

function sampleAnswer({ type, min, max, options }: Question, now: number): Answer {
  switch (type) {
    case 'number':
      return min ?? Math.min(max ?? 1, 1);
    case 'yes_no':
      return true;
    case 'single_choice':
      return options[0] ?? '';
    case 'multiple_choice':
      return options.slice(0, 1);
    case 'date':
      return new Date(now).toISOString().slice(0, 10);
    case 'signature':
      return { typed: 'Sample customer' };
    default:
      return 'A sample answer';
  }
}
