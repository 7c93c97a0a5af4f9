import { isStorableText } from '../platform/text.ts';
import {
  type Answer,
  type AnswerFault,
  type Answers,
  askedQuestions,
  faultOf,
  isEmpty,
  type Question,
  SIGNATURE_FRAME,
  signaturePath,
} from '../shared/questions.ts';
import type { WireAnswer } from './schema.ts';

const MAX_SEARCHED = 4_000;

/** As stored; null: none. */
export function questionsOf({ questions }: { questions: string | null }): Question[] {
  return questions === null ? [] : JSON.parse(questions);
}

export function answersOf({ answers }: { answers: string | null }): Answers {
  return answers === null ? {} : JSON.parse(answers);
}

/** Which questions have an answer that cannot be taken, or none though they need one. */
export function faultsOf(questions: Question[], sent: Record<string, unknown>): Record<string, AnswerFault> {
  const faults = askedQuestions(questions, sent as Answers).flatMap((question) => {
    const answer = sent[question.id];
    const fault = isStorable(answer) ? faultOf(question, answer) : 'not_text';
    return fault === null ? [] : [[question.id, fault]];
  });
  return Object.fromEntries(faults);
}

function isStorable(answer: unknown): boolean {
  return (
    isStorableText(JSON.stringify(answer ?? null)) && !String(JSON.stringify(answer)).includes('\\u0000')
  );
}

/** What is kept of what was sent: answers to questions that were asked, without those that are empty. */
export function keptAnswers(questions: Question[], sent: Record<string, unknown>): Answers {
  const kept = askedQuestions(questions, sent as Answers).flatMap(({ id, type }) => {
    const answer = sent[id] as Answer;
    if (isEmpty(answer)) return [];
    return [[id, type === 'identifier' ? String(answer).trim() : answer]];
  });
  return Object.fromEntries(kept);
}

/** In the order of the questions. */
export function toWireAnswers(questions: Question[], answers: Answers): WireAnswer[] {
  return questions.flatMap(({ id, type, label }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [{ question_id: id, type, label, value: wireValue(answer) }];
  });
}

function wireValue(answer: Answer): WireAnswer['value'] {
  if (typeof answer !== 'object' || Array.isArray(answer)) return answer;
  return 'typed' in answer ? answer.typed : signatureSvg(answer.drawn);
}

/** Drawn lines hold nothing but digits, so that this is no markup of a stranger. */
function signatureSvg(drawn: string[]): string {
  const { width, height } = SIGNATURE_FRAME;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke="#000" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"><path d="${signaturePath(drawn)}"/></svg>`;
}

/** What the search looks at: everything that can be read, in small letters. */
export function searchedText(answers: Answers): string {
  const parts = Object.values(answers).flatMap((answer) => {
    if (typeof answer === 'boolean') return [];
    if (typeof answer !== 'object') return [String(answer)];
    if (Array.isArray(answer)) return answer;
    return 'typed' in answer ? [answer.typed] : [];
  });
  return parts.join('\n').slice(0, MAX_SEARCHED).toWellFormed();
}
