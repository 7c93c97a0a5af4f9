import { createContext, type ReactNode, useCallback, useContext, useLayoutEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Register = () => () => void;
const UnsavedContext = createContext<Register>(() => () => {});

/** Asks before a half-written form is left. One for the whole application: the router can ask one question at a time. */
export function UnsavedChanges({ children }: { children: ReactNode }) {
  const forms = useRef(0);
  const register = useCallback<Register>(() => {
    forms.current += 1;
    return () => {
      forms.current -= 1;
    };
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      forms.current > 0 &&
      currentLocation.pathname !== nextLocation.pathname &&
      // The application itself leads away from a page that is no more, such as that of a deleted request.
      historyAction !== 'REPLACE' &&
      // Who is signed out cannot save anything, and must not stay.
      nextLocation.pathname !== '/sign-in',
  );
  const isLeaving = useRef(false);
  const leave = async () => {
    isLeaving.current = true;
    blocker.proceed?.();
  };
  /** The dialog closes after either answer. */
  const stay = () => {
    if (!isLeaving.current) blocker.reset?.();
    isLeaving.current = false;
  };
  return (
    <UnsavedContext value={register}>
      {children}
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        onClose={stay}
        title="Leave without saving?"
        action="Leave"
        keep="Keep editing"
        onConfirm={leave}
      >
        What you’ve written here hasn’t been saved and will be lost.
      </ConfirmDialog>
    </UnsavedContext>
  );
}

/** For a form with something in it that is worth asking about, and that is not being saved right now. */
export function useUnsavedChanges(form: { hasEdits: boolean; busy: boolean }): void {
  const register = useContext(UnsavedContext);
  const isUnsaved = form.hasEdits && !form.busy;
  // At once: an effect that waits for its turn would let go who closes the page right after a key.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const unregister = register();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => {
      unregister();
      removeEventListener('beforeunload', ask);
    };
  }, [isUnsaved, register]);
}
