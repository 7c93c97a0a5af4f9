import { Button, Radio, TextInput } from '@mantine/core';
import type { Role } from '../../../../src/shared/roles.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useSession } from '../../api/session.tsx';
import { useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { Dialog, FormError, useForm } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { NewInvitation } from './index.tsx';
import { ROLES } from './roles.ts';

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (invitation: NewInvitation) => void;
}

export function InviteDialog({ opened, ...rest }: InviteDialogProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title="Invite member">
      {opened && <InviteForm {...rest} />}
    </Dialog>
  );
}

interface Invitation {
  [field: string]: unknown;
  email: string;
  role: Role;
}

function InviteForm({ onClose, onInvited }: InviteDialogProps) {
  const { can } = useWorkspace();
  const { mail_configured } = useSession();
  const form = useForm<Invitation>({ email: '', role: 'member' });
  const invite = useWorkspaceMutation<Invitation, NewInvitation>(
    (api, values) => api.post('invitations', values),
    {
      quiet: true,
      onSuccess: (invitation) => {
        onClose();
        onInvited(invitation);
      },
    },
  );
  return (
    <form
      className={dialog.body}
      onSubmit={form.submit((values) => invite.mutateAsync(values))}
      data-testid="invite-form"
    >
      <TextInput
        label="Email"
        type="email"
        autoComplete="off"
        required
        withAsterisk={false}
        data-autofocus
        {...form.text('email')}
      />
      <Radio.Group
        label="Role"
        value={form.values.role}
        onChange={(role) => form.set('role', role as Role)}
        error={form.errors.role}
      >
        <div className={forms.choices}>
          {ROLES.filter(({ role }) => role !== 'owner' || can('owner')).map(({ role, name, may }) => (
            <Radio key={role} value={role} label={name} description={may} data-testid={`role-${role}`} />
          ))}
        </div>
      </Radio.Group>
      <FormError error={form.error} fields={form.fields} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} data-testid="send-invitation">
          {mail_configured ? 'Send invitation' : 'Create invitation link'}
        </Button>
      </div>
    </form>
  );
}
