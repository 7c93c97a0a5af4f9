import { z } from 'zod';
import { validationError } from '../platform/errors.ts';
import { list, openEnum, text } from '../platform/http/fields.ts';
import { MAX_OPTIONS, MAX_QUESTIONS, QUESTION_TYPES, type Question } from '../shared/questions.ts';
import { isSafePattern } from './patterns.ts';

/** Never a name that every object has. */
const QUESTION_ID = /^(?!constructor$)[a-z][a-z0-9_]{0,39}$/;
const questionId = z.string().regex(QUESTION_ID, {
  error: 'Must have 1 to 40 characters from a-z, 0-9 and _, and begin with a letter.',
});
const bound = z.number({ error: 'Must be a number.' }).min(-1e12).max(1e12);

/** A question as sent. */
const questionInput = z
  .object({
    id: questionId.nullish().meta({
      description: 'By which you find the answer. Default: `q1` for the first question, and so on.',
    }),
    type: z.enum(QUESTION_TYPES).meta({
      description: '`identifier` is for permanent links: the answer becomes the `external_id`.',
    }),
    label: text(1, 500).meta({ description: 'What the customer is asked.' }),
    help: text(1, 1_000).nullish().meta({ description: 'Shown below the question.' }),
    is_required: z.boolean().nullish().meta({ description: 'Default: true.' }),
    position: z
      .enum(['before', 'after'])
      .nullish()
      .meta({ description: 'Before the photos or after them. Default: `after`.' }),
    min: bound.nullish().meta({ description: 'The smallest number that is accepted.' }),
    max: bound.nullish().meta({ description: 'The largest number that is accepted.' }),
    unit: text(1, 20).nullish().meta({ description: 'Shown after the number, such as km.' }),
    options: list(text(1, 200), MAX_OPTIONS).nullish().meta({
      description: 'The options of a choice, at least two.',
    }),
    pattern: text(1, 200).nullish().meta({
      description: 'A regular expression that the whole identifier must match, such as `[A-Z]{2}-[0-9]{5}`.',
    }),
    show_if: z
      .object({
        question_id: questionId.meta({ description: 'An earlier question.' }),
        equals: z.union([z.boolean(), z.number(), text(1, 200)]).meta({
          description: 'The answer that it must have; of several choices, one that must be among them.',
        }),
      })
      .nullish()
      .meta({ description: 'Ask only if an earlier question has this answer.' }),
  })
  .meta({ id: 'NewQuestion' });

export const questionsInput = list(questionInput, MAX_QUESTIONS);

export const questionSchema = z
  .strictObject({
    id: z.string(),
    type: openEnum(QUESTION_TYPES),
    label: z.string(),
    help: z.string().nullable(),
    is_required: z.boolean(),
    position: z.enum(['before', 'after']),
    min: z.number().nullable(),
    max: z.number().nullable(),
    unit: z.string().nullable(),
    options: z.array(z.string()),
    pattern: z.string().nullable(),
    show_if: z
      .strictObject({ question_id: z.string(), equals: z.union([z.string(), z.number(), z.boolean()]) })
      .nullable(),
  })
  .meta({ id: 'Question' }) satisfies z.ZodType<Question>;

/** An answer as API and events tell it. */
export const answerSchema = z
  .strictObject({
    question_id: z.string(),
    type: openEnum(QUESTION_TYPES),
    label: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).meta({
      description:
        'Text, a number, true or false, an option, a list of options, or a date such as 2026-01-31. A signature is the typed name, or an SVG picture of what was drawn.',
    }),
  })
  .meta({ id: 'Answer' });

export type WireAnswer = z.infer<typeof answerSchema>;

type Sent = z.infer<typeof questionsInput>;

/** Fills in the defaults, and refuses what could never be answered. */
export function acceptQuestions(
  sent: Sent | null | undefined,
  { allowsIdentifier }: { allowsIdentifier: boolean },
): Question[] {
  const accepted: Question[] = [];
  for (const [index, question] of (sent ?? []).entries()) {
    const id = question.id ?? `q${index + 1}`;
    const fault = faultOfQuestion({ ...question, id }, accepted, allowsIdentifier);
    if (fault !== null) throw validationError({ [`questions.${index}.${fault.field}`]: [fault.message] });
    accepted.push({
      id,
      type: question.type,
      label: question.label,
      help: question.help ?? null,
      is_required: question.is_required ?? true,
      position: question.position ?? 'after',
      min: question.min ?? null,
      max: question.max ?? null,
      unit: question.unit ?? null,
      options: question.options ?? [],
      pattern: question.pattern ?? null,
      show_if: question.show_if ?? null,
    });
  }
  return accepted;
}

function faultOfQuestion(
  question: Sent[number] & { id: string },
  earlier: Question[],
  allowsIdentifier: boolean,
): { field: string; message: string } | null {
  const { id, type, min, max, options, pattern, show_if, position } = question;
  const isChoice = type === 'single_choice' || type === 'multiple_choice';
  const fault = (field: string, message: string) => ({ field, message });
  if (earlier.some((other) => other.id === id)) return fault('id', 'Another question has this id.');
  if (type === 'identifier') {
    if (!allowsIdentifier) return fault('type', 'Only permanent links can ask for an identifier.');
    if (earlier.some((other) => other.type === type))
      return fault('type', 'There can be only one identifier.');
  }
  if (type !== 'identifier' && pattern != null) return fault('pattern', 'Only identifiers have a pattern.');
  if (pattern != null && !isSafePattern(pattern))
    return fault('pattern', 'Must be a simple regular expression, without nested repetitions.');
  if (type !== 'number' && (min != null || max != null)) return fault('min', 'Only numbers have bounds.');
  if (min != null && max != null && min > max) return fault('max', 'Must not be less than min.');
  if (isChoice && new Set(options).size < 2) return fault('options', 'A choice needs at least two options.');
  if (isChoice && new Set(options).size < (options ?? []).length)
    return fault('options', 'Each option can be there only once.');
  if (!isChoice && (options ?? []).length > 0) return fault('options', 'Only choices have options.');
  if (show_if == null) return null;
  const other = earlier.find((each) => each.id === show_if.question_id);
  if (other === undefined) return fault('show_if', 'There is no such question before this one.');
  if ((position ?? 'after') === 'before' && other.position === 'after')
    return fault('show_if', 'The other question is asked after the photos, and this one before them.');
  return canBeAnswered(other, show_if.equals)
    ? null
    : fault('show_if', 'The other question can never have this answer.');
}

function canBeAnswered({ type, options }: Question, answer: string | number | boolean): boolean {
  switch (type) {
    case 'yes_no':
      return typeof answer === 'boolean';
    case 'number':
      return typeof answer === 'number';
    case 'single_choice':
    case 'multiple_choice':
      return options.includes(answer as string);
    case 'signature':
      return false;
    default:
      return typeof answer === 'string';
  }
}
