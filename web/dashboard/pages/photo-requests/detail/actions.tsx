import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { displayCode } from '../../../../../src/shared/short-code.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import { ConfirmDialog, Icon, MenuItems } from '../../../components/index.ts';
import { isHeld } from '../parts/held.ts';
import { useDeletion } from '../parts/use-deletion.ts';
import { ExtendDialog } from './extend-dialog.tsx';

type Dialog = 'cancel' | 'extend' | 'delete' | null;

/** What a member can do with the request as it stands; viewers look. */
export function RequestActions({
  request,
  isUnsubscribed,
  isOptedOut,
  keepsPhotos,
  onLeaving,
}: {
  request: PhotoRequest;
  isUnsubscribed: boolean;
  isOptedOut: boolean;
  /** Of an expired request: the customer can continue where they stopped. */
  keepsPhotos: boolean;
  onLeaving: (leaving: boolean) => void;
}) {
  const { can, environment } = useWorkspace();
  const { mail_configured, phone } = useSession();
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  if (!can('member')) return null;
  const { status, recipient_email, email_status } = request;
  const isOpen = !isHeld(request) && (status === 'pending' || status === 'in_progress');
  const canMail =
    isOpen &&
    environment === 'live' &&
    mail_configured &&
    recipient_email !== null &&
    !isUnsubscribed &&
    email_status !== 'queued';
  const { recipient_phone, phone_channel, sms_status } = request;
  const canPhone =
    isOpen &&
    environment === 'live' &&
    recipient_phone !== null &&
    !isOptedOut &&
    phone[phone_channel ?? 'sms'] &&
    sms_status !== 'queued';
  return (
    <>
      {isOpen && environment === 'test' && <SimulateButton id={request.id} />}
      {canMail && <MailButton id={request.id} wasSent={email_status !== null} />}
      {canPhone && <PhoneButton id={request.id} wasSent={sms_status !== null} />}
      {(isOpen || status === 'expired') && (
        <Button
          variant="default"
          leftSection={<Icon name="clock" size={16} />}
          onClick={() => setDialog('extend')}
          data-testid="extend"
        >
          {status === 'expired' ? 'Reopen' : 'Extend'}
        </Button>
      )}
      <MoreMenu id={request.id} isOpen={isOpen} onChoose={setDialog} />
      <CancelDialog request={request} opened={dialog === 'cancel'} onClose={close} />
      <DeleteDialog request={request} opened={dialog === 'delete'} onClose={close} onLeaving={onLeaving} />
      <ExtendDialog
        request={request}
        keepsPhotos={keepsPhotos}
        opened={dialog === 'extend'}
        onClose={close}
      />
    </>
  );
}

interface MoreMenuProps {
  id: string;
  isOpen: boolean;
  onChoose: (dialog: Dialog) => void;
}

function MoreMenu({ id, isOpen, onChoose }: MoreMenuProps) {
  const { path } = useWorkspace();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={36}
          style={{ flex: 'none' }}
          aria-label="More actions"
          data-testid="more-actions"
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <MenuItems>
        <Menu.Item
          component={Link}
          to={path(`photo-requests/new?from=${id}`)}
          leftSection={<Icon name="copy" size={16} />}
          data-testid="duplicate"
        >
          Duplicate
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={path(`templates/new?from=${id}`)}
          leftSection={<Icon name="template" size={16} />}
          data-testid="save-as-template"
        >
          Save as template
        </Menu.Item>
        {isOpen && (
          <Menu.Item
            leftSection={<Icon name="close" size={16} />}
            onClick={() => onChoose('cancel')}
            data-testid="cancel"
          >
            Cancel request
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--bad)"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => onChoose('delete')}
          data-testid="delete"
        >
          Delete
        </Menu.Item>
      </MenuItems>
    </Menu>
  );
}

function SimulateButton({ id }: { id: string }) {
  const simulate = useWorkspaceMutation<void>((api) => api.post(`photo-requests/${id}/simulate`), {
    success: 'Sample photos submitted.',
  });
  return (
    <Button
      leftSection={<Icon name="flask" size={16} />}
      loading={simulate.isPending}
      onClick={() => simulate.mutate()}
      data-testid="simulate"
    >
      Submit sample photos
    </Button>
  );
}

function MailButton({ id, wasSent }: { id: string; wasSent: boolean }) {
  const mail = useWorkspaceMutation<void>((api) => api.post(`photo-requests/${id}/resend-email`), {
    success: 'Sending email…',
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="mail" size={16} />}
      loading={mail.isPending}
      onClick={() => mail.mutate()}
      data-testid="resend-email"
    >
      {wasSent ? 'Resend email' : 'Send email'}
    </Button>
  );
}

function PhoneButton({ id, wasSent }: { id: string; wasSent: boolean }) {
  const send = useWorkspaceMutation<void>((api) => api.post(`photo-requests/${id}/resend-sms`), {
    success: 'Sending message…',
  });
  return (
    <Button
      variant="default"
      leftSection={<Icon name="phone" size={16} />}
      loading={send.isPending}
      onClick={() => send.mutate()}
      data-testid="resend-sms"
    >
      {wasSent ? 'Resend message' : 'Send message'}
    </Button>
  );
}

interface DialogProps {
  request: PhotoRequest;
  opened: boolean;
  onClose: () => void;
}

function CancelDialog({ request, opened, onClose }: DialogProps) {
  const cancel = useWorkspaceMutation<void>((api) => api.post(`photo-requests/${request.id}/cancel`), {
    success: 'Request canceled.',
    quiet: true,
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Cancel request ${displayCode(request.unique_code)}?`}
      action="Cancel request"
      keep="Keep request"
      onConfirm={() => cancel.mutateAsync()}
    >
      The link stops working immediately, and any unsubmitted photos are deleted. This can’t be undone.
    </ConfirmDialog>
  );
}

function DeleteDialog({
  request,
  opened,
  onClose,
  onLeaving,
}: DialogProps & { onLeaving: (leaving: boolean) => void }) {
  const { path } = useWorkspace();
  const remove = useDeletion(`photo-requests/${request.id}`, {
    to: path('photo-requests'),
    say: 'Request deleted.',
    onLeaving,
  });
  const photos = request.items.length;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this request?"
      action="Delete request"
      name={displayCode(request.unique_code)}
      onConfirm={remove}
    >
      {photos === 0 ? 'The request' : `The request and its ${photos === 1 ? 'photo' : `${photos} photos`}`}{' '}
      will be permanently deleted, including from the API.
    </ConfirmDialog>
  );
}
