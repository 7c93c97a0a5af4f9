/**
 * Questions that a customer answers beside the photos. Imports nothing: the server and the page hold answers against the same
 * rules.
 */
export const MAX_QUESTIONS = 30;
export const MAX_OPTIONS = 30;

export const QUESTION_TYPES = [
  'short_text',
  'long_text',
  'number',
  'yes_no',
  'single_choice',
  'multiple_choice',
  'date',
  'signature',
  'identifier',
] as const;

export type QuestionType = (typeof QUESTION_TYPES)[number];

export interface Question {
  id: string;
  type: QuestionType;
  label: string;
  help: string | null;
  is_required: boolean;
  /** Before the photos or after them. */
  position: 'before' | 'after';
  /** Of a number. */
  min: number | null;
  max: number | null;
  unit: string | null;
  /** Of a choice. */
  options: string[];
  /** What an identifier has to look like, as a regular expression for all of it. */
  pattern: string | null;
  /** Asked only when an earlier question has this answer. */
  show_if: { question_id: string; equals: string | number | boolean } | null;
}

/** Which of the questions: those before the photos, or those after them. */
export type Part = Question['position'];

/** Drawn: lines of points in a frame of 1000 by 400, as `x,y x,y`. Typed: by whoever cannot draw. */
export type Signature = { drawn: string[] } | { typed: string };

export type Answer = string | number | boolean | string[] | Signature;

export type Answers = Record<string, Answer>;

/** Why an answer cannot be taken; the page says it in the customer's language. */
export type AnswerFault =
  | 'missing'
  | 'not_text'
  | 'too_long'
  | 'not_a_number'
  | 'too_small'
  | 'too_large'
  | 'not_an_option'
  | 'not_a_date'
  | 'not_a_signature'
  | 'wrong_form';

export const MAX_TEXT = { short_text: 200, long_text: 4_000, identifier: 64 } as const;
export const SIGNATURE_FRAME = { width: 1_000, height: 400 };
const MAX_LINES = 200;
/** Of all lines of a signature. */
const MAX_SIGNATURE_LENGTH = 20_000;
const LINE = /^\d{1,4},\d{1,4}(?: \d{1,4},\d{1,4})*$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The questions that are asked, given the answers so far. What depends on a question that is not asked is not asked either. */
export function askedQuestions(questions: Question[], answers: Answers): Question[] {
  const asked: Question[] = [];
  for (const question of questions) {
    const { show_if } = question;
    const isAsked =
      show_if === null ||
      (asked.some(({ id }) => id === show_if.question_id) &&
        matches(answers[show_if.question_id], show_if.equals));
    if (isAsked) asked.push(question);
  }
  return asked;
}

function matches(answer: Answer | undefined, wanted: string | number | boolean): boolean {
  return Array.isArray(answer) ? answer.includes(String(wanted)) : answer === wanted;
}

/** Null: the answer can be taken. An empty one is none. */
export function faultOf(question: Question, answer: unknown): AnswerFault | null {
  if (isEmpty(answer)) return question.is_required ? 'missing' : null;
  switch (question.type) {
    case 'short_text':
    case 'long_text':
    case 'identifier':
      return faultOfText(question, answer);
    case 'number':
      return faultOfNumber(question, answer);
    case 'yes_no':
      return typeof answer === 'boolean' ? null : 'not_an_option';
    case 'single_choice':
      return typeof answer === 'string' && question.options.includes(answer) ? null : 'not_an_option';
    case 'multiple_choice':
      return isSelection(question, answer) ? null : 'not_an_option';
    case 'date':
      return typeof answer === 'string' && isDate(answer) ? null : 'not_a_date';
    case 'signature':
      return isSignature(answer) ? null : 'not_a_signature';
  }
}

export function isEmpty(answer: unknown): boolean {
  if (answer === undefined || answer === null) return true;
  if (typeof answer === 'string') return answer.trim() === '';
  if (Array.isArray(answer)) return answer.length === 0;
  if (typeof answer !== 'object') return false;
  const { drawn, typed } = answer as { drawn?: unknown; typed?: unknown };
  return isEmpty(drawn) && isEmpty(typed);
}

function faultOfText({ type, pattern }: Question, answer: unknown): AnswerFault | null {
  if (typeof answer !== 'string') return 'not_text';
  if (answer.length > MAX_TEXT[type as keyof typeof MAX_TEXT]) return 'too_long';
  if (pattern === null || new RegExp(`^(?:${pattern})$`, 'u').test(answer.trim())) return null;
  return 'wrong_form';
}

function faultOfNumber({ min, max }: Question, answer: unknown): AnswerFault | null {
  if (typeof answer !== 'number' || !Number.isFinite(answer)) return 'not_a_number';
  if (min !== null && answer < min) return 'too_small';
  return max !== null && answer > max ? 'too_large' : null;
}

/** Each option at most once. */
function isSelection({ options }: Question, answer: unknown): boolean {
  return (
    Array.isArray(answer) &&
    new Set(answer).size === answer.length &&
    answer.every((option) => options.includes(option))
  );
}

/** A day that there is; 30 February is none. */
function isDate(text: string): boolean {
  const time = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function isSignature(answer: unknown): answer is Signature {
  if (typeof answer !== 'object' || answer === null) return false;
  const { drawn, typed } = answer as { drawn?: unknown; typed?: unknown };
  if (typeof typed === 'string') return drawn === undefined && typed.length <= MAX_TEXT.short_text;
  return (
    typed === undefined &&
    Array.isArray(drawn) &&
    drawn.length <= MAX_LINES &&
    drawn.every((line) => typeof line === 'string' && LINE.test(line)) &&
    drawn.join('').length <= MAX_SIGNATURE_LENGTH
  );
}

/** The lines of a signature as the path of an SVG. */
export function signaturePath(drawn: string[]): string {
  return drawn.map((line) => `M${line.replaceAll(' ', 'L')}`).join('');
}
