import { Button, Checkbox, Radio, Switch, TextInput } from '@mantine/core';
import type { WireIssuedApiKey } from '../../../../src/api-keys/web-schema.ts';
import type { Scope } from '../../../../src/shared/scopes.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import type { Environment } from '../../api/types.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { Dialog, FormError, GROUP_ERROR, useForm } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { KeyLimit } from './key-limit.ts';
import { SCOPES } from './scopes.ts';

interface CreateKeyDialogProps {
  limit: KeyLimit | null;
  onClose: () => void;
  onIssued: (issued: WireIssuedApiKey) => void;
}

export function CreateKeyDialog({ opened, ...rest }: CreateKeyDialogProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title="Create API key">
      {opened && <CreateForm {...rest} />}
    </Dialog>
  );
}

const ENVIRONMENTS: { value: Environment; label: string; description: string }[] = [
  { value: 'live', label: 'Live', description: 'Real customers. Photos count toward your plan.' },
  { value: 'test', label: 'Test', description: 'For development. Nothing is counted or sent to customers.' },
];

interface NewKey {
  [field: string]: unknown;
  name: string;
  environment: Environment;
  is_active: boolean;
  scopes: Scope[];
}

function CreateForm({ limit, onClose, onIssued }: CreateKeyDialogProps) {
  const workspace = useWorkspace();
  const other = workspace.environment === 'live' ? 'test' : 'live';
  const hasRoomHere = limit === null || limit.full[workspace.environment] === null;
  const form = useForm<NewKey>({
    name: '',
    environment: hasRoomHere ? workspace.environment : other,
    is_active: true,
    scopes: SCOPES.map(({ scope }) => scope),
  });
  const create = useWorkspaceMutation<NewKey, WireIssuedApiKey>(
    (api, values) => api.post('api-keys', values),
    {
      quiet: true,
      onSuccess: (issued) => {
        onClose();
        onIssued(issued);
      },
    },
  );
  return (
    <form
      className={dialog.body}
      onSubmit={form.submit((values) => create.mutateAsync(values))}
      data-testid="key-form"
    >
      <TextInput
        label="Name"
        description="Which app will use this key?"
        placeholder="Claims backend"
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        {...form.text('name')}
      />
      <Radio.Group
        label="Environment"
        value={form.values.environment}
        onChange={(value) => form.set('environment', value === 'test' ? 'test' : 'live')}
        error={form.errors.environment}
      >
        <div className={forms.choices}>
          {ENVIRONMENTS.map(({ value, label, description }) => (
            <Radio
              key={value}
              value={value}
              label={label}
              description={limit?.full[value] ?? description}
              disabled={limit !== null && limit.full[value] !== null}
              data-testid={`key-environment-${value}`}
            />
          ))}
        </div>
      </Radio.Group>
      <Permissions
        scopes={form.values.scopes}
        onChange={(scopes) => form.set('scopes', scopes)}
        error={form.errors.scopes}
      />
      <Switch
        label="Active"
        description="Inactive keys are rejected."
        checked={form.values.is_active}
        onChange={(event) => form.set('is_active', event.currentTarget.checked)}
        data-testid="key-active"
      />
      <FormError error={form.error} fields={form.fields} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={form.busy}
          disabled={form.values.scopes.length === 0}
          data-testid="key-save"
        >
          Create key
        </Button>
      </div>
    </form>
  );
}

function Permissions({
  scopes,
  onChange,
  error,
}: {
  scopes: Scope[];
  onChange: (scopes: Scope[]) => void;
  error: string | undefined;
}) {
  const isFull = scopes.length === SCOPES.length;
  const toggle = (scope: Scope) =>
    onChange(scopes.includes(scope) ? scopes.filter((one) => one !== scope) : [...scopes, scope]);
  return (
    <>
      <Radio.Group
        label="Permissions"
        value={isFull ? 'full' : 'some'}
        onChange={(value) =>
          onChange(value === 'full' ? SCOPES.map(({ scope }) => scope) : ['photo_requests:read'])
        }
      >
        <div className={forms.choices}>
          <Radio value="full" label="Full access" description="Everything the API offers." />
          <Radio
            value="some"
            label="Restricted"
            description="Only what you select. Other calls return 403."
            data-testid="key-some-scopes"
          />
        </div>
      </Radio.Group>
      {!isFull && (
        <Checkbox.Group
          value={scopes}
          aria-label="Selected permissions"
          error={error}
          errorProps={GROUP_ERROR}
        >
          <div className={`${forms.choices} ${forms.nested}`}>
            {SCOPES.map(({ scope, label, description }) => (
              <Checkbox
                key={scope}
                value={scope}
                label={label}
                description={description}
                onChange={() => toggle(scope)}
                data-testid={`scope-${scope}`}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
