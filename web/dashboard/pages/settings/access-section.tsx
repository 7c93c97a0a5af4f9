import { Alert, Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, FormError, Icon, Section, useForm } from '../../components/index.ts';
import forms from './forms.module.css';
import { faultsOf, includesAddress, networksOf } from './networks.ts';
import { useSaveSettings } from './use-save-settings.ts';

/** From where the API may be called. */
export function AccessSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  const [asking, setAsking] = useState(false);
  const form = useForm({ ip_allow_list: settings.ip_allow_list.join('\n') });
  const save = useSaveSettings(form);
  const own = settings.your_ip_address;
  const networks = networksOf(form.values.ip_allow_list);
  const [fault] = faultsOf(networks);
  const locksOut = networks.length > 0 && fault === undefined && !includesAddress(networks, own);
  const isChanged = networks.join() !== settings.ip_allow_list.join();
  const submit = form.submit(async () => {
    if (locksOut && isChanged) setAsking(true);
    else await save.mutateAsync(form.edits.ip_allow_list === undefined ? {} : { ip_allow_list: networks });
  });
  const addOwn = () => form.set('ip_allow_list', [...networks, own].join('\n'));

  return (
    <Section
      title="IP allowlist"
      description="API calls from other addresses return 403. Leave empty to allow all. This doesn’t affect the app."
    >
      <form className={forms.form} onSubmit={submit} data-testid="access-form">
        <Textarea
          label="Addresses and networks"
          description="One per line, such as 203.0.113.7 or 2001:db8::/32."
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          disabled={!can('admin')}
          data-testid="ip-allow-list"
          {...form.text('ip_allow_list')}
          error={
            fault === undefined ? form.errors.ip_allow_list : `${fault} isn’t a valid IP address or network.`
          }
        />
        {locksOut ? (
          <Alert color="yellow" icon={<Icon name="alert" />} data-testid="lock-out-warning">
            Your own address, <b>{own}</b>, isn’t on the list. API calls from it will return 403.
          </Alert>
        ) : (
          <p className={forms.quiet}>Your address is {own}.</p>
        )}
        <FormError error={form.error} fields={form.fields} />
        {can('admin') && (
          <div className={forms.buttons}>
            <Button
              type="submit"
              loading={form.busy}
              disabled={fault !== undefined}
              data-testid="save-access"
            >
              Save
            </Button>
            {!includesAddress(networks, own) && (
              <Button variant="default" onClick={addOwn} data-testid="add-own-address">
                Add {own}
              </Button>
            )}
          </div>
        )}
      </form>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Block your own address?"
        action="Save without my address"
        name={own}
        onConfirm={() => save.mutateAsync({ ip_allow_list: networks, lock_me_out: true })}
      >
        API calls from <b>{own}</b> will return 403 immediately. You can change this at any time.
      </ConfirmDialog>
    </Section>
  );
}
