import { Button, Textarea } from '@mantine/core';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Section, useForm } from '../../components/index.ts';
import forms from './forms.module.css';
import { useSaveSettings } from './use-save-settings.ts';

/** The sites that customers come from and go back to. */
export function OriginsSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  const form = useForm({ allowed_origins: settings.allowed_origins.join('\n') });
  const save = useSaveSettings(form);
  const origins = originsIn(form.values.allowed_origins);
  const submit = form.submit(async () => {
    await save.mutateAsync(form.edits.allowed_origins === undefined ? {} : { allowed_origins: origins });
  });
  return (
    <Section
      title="Allowed origins"
      description="Your own sites. Customers are sent back only to these, and only these can embed customer pages."
    >
      <form className={forms.form} onSubmit={submit} data-testid="origins-form">
        <Textarea
          label="Origins"
          description="One per line, such as https://shop.example.com. http://localhost works in test only."
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          disabled={!can('admin')}
          data-testid="allowed-origins"
          {...form.text('allowed_origins')}
        />
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div className={forms.buttons}>
            <Button type="submit" loading={form.busy} data-testid="save-origins">
              Save
            </Button>
          </div>
        )}
      </form>
    </Section>
  );
}

/** What people paste has a path, or a slash at its end; the server has the last word. */
function originsIn(text: string): string[] {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '');
  return [...new Set(entries.map(originOf))];
}

/** Safari 16 has no `URL.canParse`. */
function originOf(entry: string): string {
  try {
    return new URL(entry).origin;
  } catch {
    return entry;
  }
}
