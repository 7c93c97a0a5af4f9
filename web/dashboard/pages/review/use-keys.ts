import { useEffect } from 'react';
import { actionOf, type KeyAction, TYPING } from './keys.ts';

/** Does what the pressed key means, unless someone is typing. */
export function useKeys(isOn: boolean, actions: Partial<Record<KeyAction, () => void>>): void {
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      const action = isTyping || event.defaultPrevented ? null : actionOf(event);
      const act = action === null ? undefined : actions[action];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
