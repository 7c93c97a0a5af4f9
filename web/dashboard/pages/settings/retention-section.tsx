import { Alert, Button, NumberInput, Radio } from '@mantine/core';
import { useState } from 'react';
import { MAX_RETENTION_DAYS } from '../../../../src/shared/retention-days.ts';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, FormError, Icon, Section, useForm } from '../../components/index.ts';
import forms from './forms.module.css';
import { useSaveSettings } from './use-save-settings.ts';

const SUGGESTED_DAYS = 90;

/** How long submitted requests are kept. */
export function RetentionSection({ settings }: { settings: Settings }) {
  const { can, name } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const form = useForm({ retention_days: settings.retention_days });
  const save = useSaveSettings(form);
  const { retention_days: days } = form.values;
  const before = settings.retention_days;
  const deletesMore = days !== null && (before === null || days < before);
  const submit = form.submit(async () => {
    if (deletesMore) setAsking(true);
    else await save.mutateAsync(form.edits);
  });

  return (
    <Section title="Data retention" description="Applies to submitted requests, live and test.">
      <form className={forms.form} onSubmit={submit} data-testid="retention-form">
        <Radio.Group
          aria-label="Data retention"
          value={days === null ? 'for-ever' : 'some-days'}
          onChange={(value) =>
            form.set('retention_days', value === 'for-ever' ? null : (before ?? SUGGESTED_DAYS))
          }
        >
          <div className={forms.choices}>
            <Radio
              value="for-ever"
              label="Keep until deleted"
              disabled={!can('admin')}
              data-testid="keep-for-ever"
            />
            <Radio
              value="some-days"
              label="Delete automatically after…"
              disabled={!can('admin')}
              data-testid="keep-some-days"
            />
          </div>
        </Radio.Group>
        {days !== null && (
          <NumberInput
            label="Days after submission"
            min={1}
            max={MAX_RETENTION_DAYS}
            allowDecimal={false}
            allowNegative={false}
            value={days}
            onChange={(value) => form.set('retention_days', Number(value))}
            error={form.errors.retention_days}
            disabled={!can('admin')}
            maw={180}
            data-testid="retention-days"
          />
        )}
        {days !== null && (
          <Alert color="red" icon={<Icon name="alert" />} data-testid="retention-warning">
            Requests and all their photos are <b>permanently deleted</b> {days} {days === 1 ? 'day' : 'days'}{' '}
            after submission. This can’t be undone. Export anything you need to keep.
          </Alert>
        )}
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div>
            <Button type="submit" loading={form.busy} disabled={days === 0} data-testid="save-retention">
              Save
            </Button>
          </div>
        )}
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Delete photos after ${days} ${days === 1 ? 'day' : 'days'}?`}
        action="Delete automatically"
        name={name}
        onConfirm={() => save.mutateAsync({ retention_days: days })}
      >
        Anything older than that is deleted <b>within minutes</b>, the rest when it reaches that age. This
        can’t be undone.
      </ConfirmDialog>
    </Section>
  );
}
