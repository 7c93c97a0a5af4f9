import type { WireApiKey, WireIssuedApiKey } from '../../../../src/api-keys/web-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { ConfirmDialog } from '../../components/index.ts';
import { EditKeyDialog } from './edit-key-dialog.tsx';

export interface KeyQuestion {
  kind: 'edit' | 'deactivate' | 'regenerate' | 'delete';
  key: WireApiKey;
}

/** What is asked before a key changes. */
export function KeyDialogs({
  question,
  onClose,
  onIssued,
}: {
  question: KeyQuestion | null;
  onClose: () => void;
  onIssued: (issued: WireIssuedApiKey) => void;
}) {
  const name = question?.key.name ?? '';
  const path = `api-keys/${question?.key.id}`;
  const deactivate = useWorkspaceMutation<void>((api) => api.patch(path, { is_active: false }), {
    quiet: true,
    success: `“${name}” deactivated.`,
  });
  const regenerate = useWorkspaceMutation<void, WireIssuedApiKey>((api) => api.post(`${path}/regenerate`), {
    quiet: true,
    onSuccess: onIssued,
  });
  const remove = useWorkspaceMutation<void>((api) => api.delete(path), {
    quiet: true,
    success: `“${name}” deleted.`,
  });
  const is = (kind: KeyQuestion['kind']) => question?.kind === kind;
  return (
    <>
      <EditKeyDialog apiKey={is('edit') ? (question?.key ?? null) : null} onClose={onClose} />
      <ConfirmDialog
        opened={is('deactivate')}
        onClose={onClose}
        title={`Deactivate “${name}”?`}
        action="Deactivate"
        onConfirm={() => deactivate.mutateAsync()}
      >
        Calls with this key will return 401 immediately. You can activate it again at any time.
      </ConfirmDialog>
      <ConfirmDialog
        opened={is('regenerate')}
        onClose={onClose}
        title={`Regenerate “${name}”?`}
        action="Regenerate key"
        onConfirm={() => regenerate.mutateAsync()}
      >
        You’ll see the new value once. <b>The old value stops working immediately</b>, so update every app
        that uses it.
        {question?.key.is_active === false && ' This also activates the key.'}
      </ConfirmDialog>
      <ConfirmDialog
        opened={is('delete')}
        onClose={onClose}
        title={`Delete “${name}”?`}
        action="Delete key"
        name={name}
        onConfirm={() => remove.mutateAsync()}
      >
        Apps using it get 401 immediately. <b>This can’t be undone.</b> Data created with it is kept.
      </ConfirmDialog>
    </>
  );
}
