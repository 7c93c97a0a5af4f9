import type { z } from 'zod';
import type { questionsInput } from '../../../../../../src/questions/schema.ts';
import type { Part, Question, QuestionType } from '../../../../../../src/shared/questions.ts';

export type NewQuestions = z.output<typeof questionsInput>;

/** What there is to choose from, while it is edited. */
export interface DraftOption {
  key: number;
  text: string;
}

/** The earlier question by its key, which stays with it wherever it moves. */
export interface DraftCondition {
  key: number;
  /** Empty: not chosen yet. */
  equals: string | number | boolean;
}

/** A question while it is edited. What belongs to another type is kept until it is sent, in case the type was a slip. */
export interface DraftQuestion {
  key: number;
  /** By which the API names the answer. Empty: chosen when it is sent. */
  id: string;
  type: QuestionType;
  label: string;
  help: string;
  is_required: boolean;
  position: Part;
  min: number | '';
  max: number | '';
  unit: string;
  options: DraftOption[];
  pattern: string;
  /** Null: always asked. */
  condition: DraftCondition | null;
}

let lastKey = 0;
const nextKey = () => {
  lastKey += 1;
  return lastKey;
};

export function draftOption(text = ''): DraftOption {
  return { key: nextKey(), text };
}

export function draftQuestion(stored: Partial<Question> = {}): DraftQuestion {
  const options = stored.options ?? [];
  return {
    key: nextKey(),
    id: stored.id ?? '',
    type: stored.type ?? 'yes_no',
    label: stored.label ?? '',
    help: stored.help ?? '',
    is_required: stored.is_required ?? true,
    position: stored.position ?? 'after',
    min: stored.min ?? '',
    max: stored.max ?? '',
    unit: stored.unit ?? '',
    options: options.length === 0 ? [draftOption(), draftOption()] : options.map(draftOption),
    pattern: stored.pattern ?? '',
    condition: null,
  };
}

export function draftQuestions(stored: Question[]): DraftQuestion[] {
  const drafts = stored.map(draftQuestion);
  return drafts.map((draft, index) => {
    const condition = stored[index]?.show_if ?? null;
    const other = drafts.find(({ id }) => id === condition?.question_id);
    if (condition === null || other === undefined) return draft;
    return { ...draft, condition: { key: other.key, equals: condition.equals } };
  });
}

export function isChoice({ type }: Pick<DraftQuestion, 'type'>): boolean {
  return type === 'single_choice' || type === 'multiple_choice';
}

/** What there is to choose from, without lines that no one filled in. */
export function optionTexts({ options }: Pick<DraftQuestion, 'options'>): string[] {
  return options.map(({ text }) => text.trim()).filter((text) => text !== '');
}

/** What is set where few people look: "help, before the photos". */
export function moreText({ help, position, condition, id }: DraftQuestion): string {
  const parts = [
    help.trim() !== '' && 'help',
    position === 'before' && 'before the photos',
    condition !== null && 'not always asked',
    !/^(q\d+)?$/.test(id) && id,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** With changes of one of them. A condition follows the option that it names, also when that gets another text. */
export function editQuestion(
  questions: DraftQuestion[],
  key: number,
  changes: Partial<DraftQuestion>,
): DraftQuestion[] {
  const before = questions.find((question) => question.key === key);
  if (before === undefined) return questions;
  const renamed = new Map<unknown, string>();
  for (const { key: option, text } of changes.options ?? []) {
    const old = before.options.find((other) => other.key === option)?.text.trim() ?? '';
    if (old !== '' && old !== text.trim()) renamed.set(old, text.trim());
  }
  return questions.map((question) => {
    if (question.key === key) return { ...question, ...changes };
    const { condition } = question;
    const text = condition?.key === key ? renamed.get(condition.equals) : undefined;
    return condition === null || text === undefined
      ? question
      : { ...question, condition: { ...condition, equals: text } };
  });
}

/** Each has one: those that were stored keep theirs, so that their answers are found under the same name as before. */
function idsOf(questions: DraftQuestion[]): Map<number, string> {
  const taken = new Set(questions.map(({ id }) => id.trim()));
  const ids = new Map<number, string>();
  for (const [index, { key, id }] of questions.entries()) {
    let own = id.trim();
    for (let number = index + 1; own === ''; number += 1) if (!taken.has(`q${number}`)) own = `q${number}`;
    taken.add(own);
    ids.set(key, own);
  }
  return ids;
}

/** As the server takes them: only what belongs to their type, and nothing that is as usual. */
export function questionsToSend(questions: DraftQuestion[]): NewQuestions {
  const ids = idsOf(questions);
  return questions.map((question) => {
    const { key, type, min, max, condition } = question;
    const [help, unit, pattern] = [question.help.trim(), question.unit.trim(), question.pattern.trim()];
    const other = condition === null ? undefined : ids.get(condition.key);
    return {
      id: ids.get(key) ?? null,
      type,
      label: question.label.trim(),
      is_required: question.is_required,
      position: question.position,
      ...(help !== '' && { help }),
      ...(type === 'number' && min !== '' && { min }),
      ...(type === 'number' && max !== '' && { max }),
      ...(type === 'number' && unit !== '' && { unit }),
      ...(isChoice(question) && { options: optionTexts(question) }),
      ...(type === 'identifier' && pattern !== '' && { pattern }),
      ...(condition !== null &&
        other !== undefined && { show_if: { question_id: other, equals: condition.equals } }),
    };
  });
}
