import { NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '../../../../../../src/templates/schema.ts';
import { ConfirmDialog, Section } from '../../../../components/index.ts';
import { useUsableTemplates } from './use-templates.ts';

/** As many as one still finds at a glance. */
const MAX_LISTED = 12;

interface TemplateChooserProps {
  chosen: Template | null;
  onChoose: (template: Template | null) => void;
  /** Something was written that another choice would replace. */
  hasEdits: boolean;
}

/** Fills the form. Nothing is shown where there is no template to choose. */
export function TemplateChooser({ chosen, onChoose, hasEdits }: TemplateChooserProps) {
  const usable = useUsableTemplates() ?? [];
  const [asked, setAsked] = useState<Template | null | undefined>();
  const isListed = chosen === null || usable.some(({ id }) => id === chosen.id);
  const templates = isListed ? usable : [chosen, ...usable];
  if (templates.length === 0) return null;

  const choose = (id: string | null) => {
    const template = templates.find((each) => each.id === id) ?? null;
    if (template?.id === chosen?.id) return;
    if (hasEdits) setAsked(template);
    else onChoose(template);
  };
  const shared = {
    label: 'Template',
    description:
      chosen === null
        ? 'Fills in the form with what your team asks for again and again.'
        : 'Change what you like. The template stays as it is.',
    'data-testid': 'choose-template',
  };
  const choices = templates.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Section>
      {choices.length <= MAX_LISTED ? (
        <NativeSelect
          {...shared}
          data={[{ value: '', label: 'No template' }, ...choices]}
          value={chosen?.id ?? ''}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      ) : (
        <Select
          {...shared}
          data={choices}
          value={chosen?.id ?? null}
          onChange={choose}
          placeholder="No template"
          nothingFoundMessage="No templates match."
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'No template' }}
        />
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Replace what you’ve written?"
        action="Replace"
        keep="Keep it"
        onConfirm={async () => asked !== undefined && onChoose(asked)}
      >
        Instructions, photos, questions and translations in this form are replaced
        {asked == null ? ' with an empty form.' : ` with those of ${asked.name}.`}
      </ConfirmDialog>
    </Section>
  );
}
