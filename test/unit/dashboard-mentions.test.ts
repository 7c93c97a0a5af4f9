import { describe, expect, it } from 'vitest';
import type { WorkspaceMember } from '../../web/dashboard/api/member-label.ts';
import {
  mentionsIn,
  offeredFor,
  openMention,
  partsOf,
  withMention,
} from '../../web/dashboard/pages/photo-requests/notes/mention-draft.ts';

const member = (user_id: string, name: string | null, email: string) =>
  ({ user_id, name, email }) as WorkspaceMember;
const ANNA = member('1', 'Anna Keller', 'a.keller@example.com');
const ANNABEL = member('2', 'Anna', 'annabel@example.com');
const BOB = member('3', null, 'bob@example.com');
const ALL = [ANNA, ANNABEL, BOB];

describe('a mention that is being written', () => {
  it.each([
    ['@', 1, { start: 0, query: '' }],
    ['Hello @an', 9, { start: 6, query: 'an' }],
    ['Hello\n@an', 9, { start: 6, query: 'an' }],
    ['Hello @an and more', 9, { start: 6, query: 'an' }],
    ['@Anna Kel', 9, { start: 0, query: 'Anna Kel' }],
    ['mail me@example', 15, null],
    ['Hello', 5, null],
    ['@an\nnext', 8, null],
  ])('should be found in %j', (text, caret, expected) => {
    expect(openMention(text, caret)).toEqual(expected);
  });

  it('should offer whose name or address has such a word', () => {
    const offered = (query: string) => offeredFor(ALL, query).map(({ user_id }) => user_id);
    expect(offered('')).toEqual(['1', '2', '3']);
    expect(offered('KEL')).toEqual(['1']);
    expect(offered('anna')).toEqual(['1', '2']);
    expect(offered('anna kel')).toEqual(['1']);
    expect(offered('bob')).toEqual(['3']);
    expect(offered('nn')).toEqual([]);
  });

  it('should be finished where it stands, and count only while its name is there', () => {
    const next = withMention('Hi @an, look', { start: 3, query: 'an' }, ANNA);
    expect(next).toEqual({ text: 'Hi @Anna Keller , look', caret: 16 });
    expect(mentionsIn(next.text, [ANNA, BOB])).toEqual(['1']);
    expect(mentionsIn('Hi', [ANNA, BOB])).toEqual([]);
  });

  it('should be set apart by the longest name, and everything else stay as written', () => {
    const parts = partsOf('@Anna Keller and @Anna', [ANNABEL, ANNA]);
    expect(parts.map(({ text, isMention }) => [text, isMention])).toEqual([
      ['@Anna Keller', true],
      [' and ', false],
      ['@Anna', true],
    ]);
    expect(partsOf('<b>&', [])).toMatchObject([{ text: '<b>&', isMention: false }]);
  });
});
