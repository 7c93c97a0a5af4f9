import { recordAnswers } from '../photo-requests/answer-repository.ts';
import { decisionsOf } from '../photos/rounds.ts';
import type { Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { answersOf, faultsOf, keptAnswers, questionsOf, searchedText } from '../questions/answers.ts';
import type { Question } from '../shared/questions.ts';

type Asked = Pick<PhotoRequestRow, 'questions' | 'reviews'>;

/** What is asked in the current round: everything in the first one, afterwards what the team wants to know again. */
export function currentQuestions(request: Asked): Question[] {
  const questions = questionsOf(request);
  const last = decisionsOf(request).findLast(({ verdict }) => verdict === 'changes_requested');
  if (last === undefined) return questions;
  return last.questions.flatMap(({ question_id, message }) => {
    const question = questions.find(({ id }) => id === question_id);
    if (question === undefined) return [];
    return [{ ...question, is_required: true, show_if: null, help: message ?? question.help }];
  });
}

/** Keeps the answers in the transaction of the submission; throws when one is missing or cannot be taken. */
export async function takeAnswers(
  trx: Queries,
  request: PhotoRequestRow,
  sent: Record<string, unknown>,
): Promise<PhotoRequestRow> {
  const questions = currentQuestions(request);
  if (questions.length === 0) return request;
  const faults = faultsOf(questions, sent);
  if (Object.keys(faults).length > 0) throw answersInvalid(faults);
  const answers = { ...answersOf(request), ...keptAnswers(questions, sent) };
  const identifier = questions.find(({ type }) => type === 'identifier');
  const externalId = identifier === undefined ? undefined : answers[identifier.id];
  const owner = { workspaceId: request.workspace_id, environment: request.environment };
  return recordAnswers(
    trx,
    owner,
    request.id,
    {
      answers: JSON.stringify(answers),
      ...(typeof externalId === 'string' && { external_id: externalId }),
    },
    searchedText(answers),
  );
}

/** The page shows each beside its question. */
function answersInvalid(faults: Record<string, string>): ServiceError {
  const details = Object.fromEntries(Object.entries(faults).map(([id, fault]) => [id, [fault]]));
  return new ServiceError('answers_invalid', 'Some answers are missing or can’t be accepted.', { details });
}
