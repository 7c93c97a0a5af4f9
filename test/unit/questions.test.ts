import { describe, expect, it } from 'vitest';
import { isSafePattern } from '../../src/questions/patterns.ts';
import { acceptQuestions } from '../../src/questions/schema.ts';
import {
  type Answers,
  askedQuestions,
  faultOf,
  isSignature,
  type Question,
  signaturePath,
} from '../../src/shared/questions.ts';

type Sent = Parameters<typeof acceptQuestions>[0];
const accept = (sent: Sent, allowsIdentifier = false) => acceptQuestions(sent, { allowsIdentifier });
const question = (sent: object): Question =>
  accept([{ type: 'short_text', label: 'A question', ...sent }], true)[0] as Question;

describe('an answer', () => {
  it.each<[object, unknown, string | null]>([
    [{}, '', 'missing'],
    [{}, '  ', 'missing'],
    [{ is_required: false }, '', null],
    [{}, 'x'.repeat(200), null],
    [{}, 'x'.repeat(201), 'too_long'],
    [{}, 7, 'not_text'],
    [{ type: 'long_text' }, 'x'.repeat(4_000), null],
    [{ type: 'number' }, 0, null],
    [{ type: 'number' }, '7', 'not_a_number'],
    [{ type: 'number' }, Number.NaN, 'not_a_number'],
    [{ type: 'number', min: 1, max: 9 }, 1, null],
    [{ type: 'number', min: 1, max: 9 }, 0.99, 'too_small'],
    [{ type: 'number', min: 1, max: 9 }, 9.01, 'too_large'],
    [{ type: 'yes_no' }, false, null],
    [{ type: 'yes_no' }, 'yes', 'not_an_option'],
    [{ type: 'single_choice', options: ['a', 'b'] }, 'b', null],
    [{ type: 'single_choice', options: ['a', 'b'] }, 'c', 'not_an_option'],
    [{ type: 'multiple_choice', options: ['a', 'b'] }, ['b', 'a'], null],
    [{ type: 'multiple_choice', options: ['a', 'b'] }, ['a', 'a'], 'not_an_option'],
    [{ type: 'multiple_choice', options: ['a', 'b'] }, [], 'missing'],
    [{ type: 'date' }, '2028-02-29', null],
    [{ type: 'date' }, '2026-02-30', 'not_a_date'],
    [{ type: 'signature' }, { drawn: ['1,2 3,4'] }, null],
    [{ type: 'signature' }, { typed: 'Ann' }, null],
    [{ type: 'signature' }, { drawn: [] }, 'missing'],
    [{ type: 'signature' }, { drawn: ['1,2"/><script>'] }, 'not_a_signature'],
    [{ type: 'identifier', pattern: '[A-Z]{2}-\\d{3}' }, ' AB-123 ', null],
    [{ type: 'identifier', pattern: '[A-Z]{2}-\\d{3}' }, 'AB-1234', 'wrong_form'],
  ])('to %j that is %j should have the fault %s', (sent, answer, fault) => {
    expect(faultOf(question(sent), answer)).toBe(fault);
  });

  it('should not be a signature beyond a few thousand points', () => {
    const line = Array.from({ length: 400 }, () => '999,399').join(' ');
    expect(isSignature({ drawn: Array(6).fill(line) })).toBe(true);
    expect(isSignature({ drawn: Array(7).fill(line) })).toBe(false);
    expect(signaturePath(['1,2 3,4', '5,6'])).toBe('M1,2L3,4M5,6');
  });
});

describe('a question that depends on another', () => {
  const questions = accept([
    { id: 'damaged', type: 'yes_no', label: 'Is it damaged?' },
    {
      id: 'where',
      type: 'multiple_choice',
      label: 'Where?',
      options: ['Front', 'Back'],
      show_if: { question_id: 'damaged', equals: true },
    },
    {
      id: 'bumper',
      type: 'short_text',
      label: 'Which part?',
      show_if: { question_id: 'where', equals: 'Back' },
    },
  ]);

  it.each<[Answers, string[]]>([
    [{}, ['damaged']],
    [{ damaged: false, where: ['Back'] }, ['damaged']],
    [{ damaged: true }, ['damaged', 'where']],
    [{ damaged: true, where: ['Front', 'Back'] }, ['damaged', 'where', 'bumper']],
  ])('should be asked only when that has the right answer: %j', (answers, asked) => {
    expect(askedQuestions(questions, answers).map(({ id }) => id)).toEqual(asked);
  });
});

describe('questions that are sent', () => {
  it.each<[string, Sent, string]>([
    [
      'the same id twice',
      [
        { id: 'a', type: 'date', label: 'A' },
        { id: 'a', type: 'date', label: 'B' },
      ],
      'questions.1.id',
    ],
    ['one option', [{ type: 'single_choice', label: 'A', options: ['x'] }], 'questions.0.options'],
    [
      'an option twice',
      [{ type: 'single_choice', label: 'A', options: ['x', 'y', 'x'] }],
      'questions.0.options',
    ],
    ['options of a text', [{ type: 'short_text', label: 'A', options: ['x', 'y'] }], 'questions.0.options'],
    ['bounds the wrong way round', [{ type: 'number', label: 'A', min: 2, max: 1 }], 'questions.0.max'],
    ['bounds of a text', [{ type: 'short_text', label: 'A', min: 2 }], 'questions.0.min'],
    ['an identifier of a request', [{ type: 'identifier', label: 'A' }], 'questions.0.type'],
    [
      'a condition on what comes later',
      [{ type: 'date', label: 'A', show_if: { question_id: 'q2', equals: true } }],
      'questions.0.show_if',
    ],
    [
      'a condition that can never be met',
      [
        { type: 'yes_no', label: 'A' },
        { type: 'date', label: 'B', show_if: { question_id: 'q1', equals: 'yes' } },
      ],
      'questions.1.show_if',
    ],
    [
      'a condition on what is asked after the photos',
      [
        { type: 'yes_no', label: 'A' },
        { type: 'date', label: 'B', position: 'before', show_if: { question_id: 'q1', equals: true } },
      ],
      'questions.1.show_if',
    ],
  ])('should be refused with %s', (_what, sent, field) => {
    let refused: unknown;
    try {
      accept(sent);
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: 'validation_error', details: { [field]: [expect.any(String)] } });
  });
});

describe('the pattern of an identifier', () => {
  it.each(['[A-Z]{2}-[0-9]{5}', 'CLM-\\d+', '(?:no)', 'a|b', '\\d{4,10}', '[^/]+'])(
    'should be %s or not',
    (pattern) => {
      expect(isSafePattern(pattern)).toBe(!pattern.startsWith('(?'));
    },
  );

  it.each([
    '(a+)+',
    '(a|aa)*',
    '(\\d+)\\1',
    '(?=a)',
    '[',
    'a*b*c*d*',
    'a?a?a?a?',
    'a{0,9}b{0,9}c{0,9}d{0,9}',
    'a|b|c|d|e|f|g|h|i',
  ])('should not be %s, which could take long or is none', (pattern) => {
    expect(isSafePattern(pattern)).toBe(false);
  });
});
