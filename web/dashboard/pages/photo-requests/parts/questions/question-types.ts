import type { QuestionType } from '../../../../../../src/shared/questions.ts';

/** In the order in which they are offered. */
const NAMES: Record<QuestionType, string> = {
  yes_no: 'Yes or no',
  short_text: 'Short text',
  long_text: 'Long text',
  number: 'Number',
  single_choice: 'One of several options',
  multiple_choice: 'Several options',
  date: 'Date',
  signature: 'Signature',
  identifier: 'Reference number',
};

export function typeChoices(allowsIdentifier: boolean): { value: QuestionType; label: string }[] {
  return (Object.entries(NAMES) as [QuestionType, string][])
    .filter(([type]) => allowsIdentifier || type !== 'identifier')
    .map(([value, label]) => ({ value, label }));
}

/** "Number, km" */
export function typeText({ type, unit }: { type: QuestionType; unit: string | null }): string {
  return unit === null || type !== 'number' ? NAMES[type] : `${NAMES[type]}, ${unit}`;
}
