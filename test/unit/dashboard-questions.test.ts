import { describe, expect, it } from 'vitest';
import { acceptQuestions } from '../../src/questions/schema.ts';
import type { Question } from '../../src/shared/questions.ts';
import {
  possibleConditions,
  questionProblems,
  requireValidQuestions,
} from '../../web/dashboard/pages/photo-requests/parts/questions/conditions.ts';
import {
  type DraftQuestion,
  draftQuestion,
  draftQuestions,
  editQuestion,
  questionsToSend,
} from '../../web/dashboard/pages/photo-requests/parts/questions/draft-questions.ts';

const accept = (questions: DraftQuestion[]) =>
  acceptQuestions(questionsToSend(questions), { allowsIdentifier: true });

const STORED: Question[] = acceptQuestions(
  [
    { id: 'plate', type: 'identifier', label: 'Your plate', pattern: '[A-Z]{2}', position: 'before' },
    { type: 'number', label: 'How far?', min: 0, max: 9, unit: 'km', is_required: false },
    { id: 'part', type: 'single_choice', label: 'Which part?', options: ['Door', 'Roof'], help: 'Roughly.' },
    {
      id: 'roof',
      type: 'long_text',
      label: 'What happened to it?',
      show_if: { question_id: 'part', equals: 'Roof' },
    },
  ],
  { allowsIdentifier: true },
);

describe('questions that are edited', () => {
  it('should come back as they were stored when no one changes them', () => {
    expect(accept(draftQuestions(STORED))).toEqual(STORED);
  });

  it('should keep their ids when others are removed and added, so that answers are found under the same name', () => {
    const [, far, part, roof] = draftQuestions(STORED) as [DraftQuestion, ...DraftQuestion[]];
    const kept = [far, part, roof].filter((question) => question !== undefined);
    const added = draftQuestion({ label: 'Anything else?' });
    expect(accept([added, ...kept]).map(({ id }) => id)).toEqual(['q1', 'q2', 'part', 'roof']);
    expect(accept([draftQuestion({ label: 'First' }), added, ...kept]).map(({ id }) => id)).toEqual([
      'q1',
      'q3',
      'q2',
      'part',
      'roof',
    ]);
  });

  it('should be sent without what belongs to another type', () => {
    const [plate, far] = draftQuestions(STORED);
    const changed = [plate, far].map((question) => ({
      ...(question as DraftQuestion),
      type: 'yes_no' as const,
    }));
    expect(accept(changed)).toMatchObject([{ pattern: null }, { min: null, max: null, unit: null }]);
  });
});

describe('the condition of a question', () => {
  it('should offer only earlier questions whose answer is known by then', () => {
    const questions = [
      draftQuestion({ label: 'a', position: 'after' }),
      draftQuestion({ label: 'b', position: 'before' }),
      draftQuestion({ label: 'c', type: 'signature' }),
      draftQuestion({ label: 'd', type: 'single_choice' }),
      draftQuestion({ label: 'e', position: 'before' }),
      draftQuestion({ label: 'f', position: 'after' }),
    ];
    const offered = (index: number) => possibleConditions(questions, index).map(({ label }) => label);
    expect([offered(0), offered(4), offered(5)]).toEqual([[], ['b'], ['a', 'b', 'e']]);
  });

  it('should follow an option that gets another text', () => {
    const drafts = draftQuestions(STORED);
    const part = drafts[2] as DraftQuestion;
    const options = part.options.map((option) => ({ ...option, text: `The ${option.text.toLowerCase()}` }));
    const edited = editQuestion(drafts, part.key, { options });
    expect(accept(edited)[3]?.show_if).toEqual({ question_id: 'part', equals: 'The roof' });
  });

  it('should be refused at its field once it has become impossible', () => {
    const drafts = draftQuestions(STORED);
    const [plate, far, part, roof] = drafts as [DraftQuestion, DraftQuestion, DraftQuestion, DraftQuestion];
    expect(questionProblems(drafts)).toEqual({});
    expect(questionProblems([plate, far, roof, part])).toHaveProperty(['questions.2.show_if']);
    expect(questionProblems([plate, far, roof])).toHaveProperty(['questions.2.show_if']);
    const asNumber = editQuestion(drafts, part.key, { type: 'number' });
    expect(() => requireValidQuestions(asNumber)).toThrow('Check the questions.');
  });
});
