import { MAX_QUESTIONS } from '../../../../../../src/shared/questions.ts';
import { ApiError } from '../../../../api/api-error.ts';
import { type DraftCondition, type DraftQuestion, isChoice, optionTexts } from './draft-questions.ts';

/** The earlier questions whose answer can decide whether this one is asked. */
export function possibleConditions(questions: DraftQuestion[], index: number): DraftQuestion[] {
  const isBefore = questions[index]?.position === 'before';
  return questions
    .slice(0, index)
    .filter((other) => other.type !== 'signature' && !(isBefore && other.position === 'after'))
    .filter((other) => !isChoice(other) || optionTexts(other).length > 0);
}

/** With the answer that is chosen at first. */
export function conditionOn(other: DraftQuestion): DraftCondition {
  const first = other.type === 'yes_no' ? true : isChoice(other) ? (optionTexts(other)[0] ?? '') : '';
  return { key: other.key, equals: first };
}

function canBeAnswered(other: DraftQuestion, equals: DraftCondition['equals']): boolean {
  if (other.type === 'yes_no') return typeof equals === 'boolean';
  if (other.type === 'number') return typeof equals === 'number';
  if (isChoice(other)) return optionTexts(other).includes(String(equals));
  return typeof equals === 'string';
}

/** What became impossible when questions were moved, changed or removed, by the names of the server's fields. */
export function questionProblems(questions: DraftQuestion[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { condition }] of questions.entries()) {
    if (condition === null) continue;
    const other = possibleConditions(questions, index).find(({ key }) => key === condition.key);
    const field = `questions.${index}.show_if`;
    if (other === undefined) problems[field] = 'Choose a question that is asked before this one.';
    else if (condition.equals === '') problems[field] = 'Enter the answer it depends on.';
    else if (!canBeAnswered(other, condition.equals))
      problems[field] = 'Choose an answer that the other question can have.';
  }
  return problems;
}

/** Refuses what the server would refuse, in the same way. */
export function requireValidQuestions(questions: DraftQuestion[]): void {
  const problems = Object.entries(questionProblems(questions));
  if (problems.length === 0) return;
  throw new ApiError({
    status: 422,
    code: 'validation_error',
    message: 'Check the questions.',
    details: Object.fromEntries(problems.map(([field, message]) => [field, [message]])),
  });
}

const FIELDS = [
  'id',
  'type',
  'label',
  'help',
  'position',
  'min',
  'max',
  'unit',
  'options',
  'pattern',
  'show_if',
];

/** Fields of questions at which the server's errors are shown. */
export const QUESTION_FIELDS = [
  'questions',
  ...Array.from({ length: MAX_QUESTIONS }, (_, index) =>
    FIELDS.map((field) => `questions.${index}.${field}`),
  ).flat(),
];
