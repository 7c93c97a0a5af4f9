import { Section } from '../../../../components/index.ts';
import { QuestionsEditor, type QuestionsEditorProps } from './questions-editor.tsx';

/** The part of a form that is about questions. */
export function QuestionsSection({
  allowsIdentifier = false,
  ...props
}: Omit<QuestionsEditorProps, 'allowsIdentifier'> & { allowsIdentifier?: boolean }) {
  return (
    <Section
      title="Questions (optional)"
      description="Your customer answers them beside the photos, before or after taking them."
    >
      <QuestionsEditor {...props} allowsIdentifier={allowsIdentifier} />
    </Section>
  );
}
