import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { pathIn, useWorkspace } from '../../api/workspace.tsx';
import { PageHeader, Section, Sections, useForm, useUnsavedChanges } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { EndpointFields, type EndpointValues, NEW_ENDPOINT } from './endpoint-form.tsx';
import { SigningSecretDialog } from './signing-secret-dialog.tsx';
import type { EndpointWithSecret } from './types.ts';

export function CreateEndpointPage() {
  const { id, path, environment } = useWorkspace();
  const navigate = useNavigate();
  const [created, setCreated] = useState<EndpointWithSecret | null>(null);
  const form = useForm<EndpointValues>(NEW_ENDPOINT);
  useUnsavedChanges({ ...form, hasEdits: form.hasEdits && created === null });
  const create = useWorkspaceMutation<EndpointValues, EndpointWithSecret>(
    (api, { name, ...values }) => api.post('webhooks', { ...values, name: name.trim() || null }),
    { quiet: true, onSuccess: setCreated },
  );
  const leave = () => {
    if (created === null) return;
    // An endpoint of the other environment alone is not to be found in this one.
    const there = created.serves === 'both' ? environment : created.serves;
    navigate(pathIn(id, there, `webhooks/${created.id}`), { replace: true });
  };
  return (
    <>
      <PageHeader title="Add webhook endpoint" back={{ to: path('webhooks'), label: 'Webhooks' }} />
      <Sections narrow>
        <Section>
          <form
            className={forms.form}
            onSubmit={form.submit((values) => create.mutateAsync(values))}
            data-testid="webhook-form"
          >
            <EndpointFields form={form} />
            <div className={forms.buttons}>
              <Button type="submit" loading={form.busy} data-testid="webhook-save">
                Add endpoint
              </Button>
              <Button component={Link} to={path('webhooks')} variant="default">
                Cancel
              </Button>
            </div>
          </form>
        </Section>
      </Sections>
      <SigningSecretDialog secret={created?.signing_secret ?? null} title="Signing secret" onClose={leave}>
        Use it to verify that events really come from Shutterpost.
      </SigningSecretDialog>
    </>
  );
}
