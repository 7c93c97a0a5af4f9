import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Dialog, exactTime, FormError } from '../../../components/index.ts';
import { ChoiceChips } from '../parts/choice-chips.tsx';
import layout from '../parts/form-layout.module.css';
import { LIFETIMES } from '../parts/lifetime.ts';

const HOUR_MS = 3_600_000;

interface ExtendDialogProps {
  request: PhotoRequest;
  keepsPhotos: boolean;
  opened: boolean;
  onClose: () => void;
}

export function ExtendDialog(props: ExtendDialogProps) {
  const isOver = props.request.status === 'expired';
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={isOver ? 'Reopen request' : 'Extend request'}
    >
      {props.opened && <ExtendForm {...props} isOver={isOver} />}
    </Dialog>
  );
}

function ExtendForm({ request, keepsPhotos, onClose, isOver }: ExtendDialogProps & { isOver: boolean }) {
  const { timeZone } = useWorkspace();
  const [hours, setHours] = useState<string>('72');
  const extend = useWorkspaceMutation<number>(
    (api, more) => api.post(`photo-requests/${request.id}/${isOver ? 'reopen' : 'extend'}`, { hours: more }),
    { success: isOver ? 'Request reopened.' : 'Request extended.', quiet: true },
  );
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    await extend.mutateAsync(Number(hours)).then(onClose, () => {});
  };
  const end = Math.max(Date.parse(request.expires_at), Date.now()) + Number(hours) * HOUR_MS;
  return (
    <form className={layout.fields} onSubmit={submit}>
      <ChoiceChips
        legend={isOver ? 'Reopen for' : 'Extend by'}
        choices={[...LIFETIMES]}
        value={hours}
        onChange={setHours}
      >
        <p className={layout.hint}>
          It will expire on {exactTime(end, timeZone)}. The link stays the same.
          {isOver && keepsPhotos && ' Your customer finds the photos they had taken in place.'}
        </p>
      </ChoiceChips>
      <FormError error={extend.error} />
      <div className={layout.bar} style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={extend.isPending} data-testid="extend-confirm">
          {isOver ? 'Reopen' : 'Extend'}
        </Button>
      </div>
    </form>
  );
}
