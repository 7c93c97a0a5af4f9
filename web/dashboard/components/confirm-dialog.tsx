import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import dialog from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and whether it can be undone. */
  children: React.ReactNode;
  /** The button: the verb itself ("Delete key"). */
  action: string;
  /** When given, it has to be typed: for what cannot be undone. */
  name?: string;
  /** The other button, which changes nothing. */
  keep?: string;
  /** Keeps the dialog open with the error when it fails; closes it otherwise. */
  onConfirm: () => Promise<unknown>;
  /** Blue instead of red, for what harms no one. */
  harmless?: boolean;
}

/** Asks before something happens. */
export function ConfirmDialog({ opened, onClose, title, ...rest }: ConfirmDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {opened && <Question onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Question({
  onClose,
  children,
  action,
  keep = 'Cancel',
  name,
  onConfirm,
  harmless,
}: Omit<ConfirmDialogProps, 'opened' | 'title'>) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const ready = name === undefined || typed.trim() === name.trim();

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };

  return (
    <form className={dialog.body} onSubmit={submit} data-testid="confirm-dialog">
      <div className={dialog.text}>{children}</div>
      {name !== undefined && (
        <TextInput
          label={
            <>
              Type <b>{name}</b> to confirm
            </>
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          data-testid="confirm-name"
        />
      )}
      <FormError error={error} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          {keep}
        </Button>
        <Button
          type="submit"
          color={harmless ? undefined : 'red.8'}
          loading={busy}
          disabled={!ready}
          data-testid="confirm-action"
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
