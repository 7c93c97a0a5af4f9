import { useEffect, useEffectEvent } from 'react';
import { actionOf, type KeyAction, TYPING } from './keys.ts';

/** Does what the pressed key means, unless someone is typing. */
export function useKeys(isOn: boolean, actions: Partial<Record<KeyAction, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
    const action = isTyping || event.defaultPrevented ? null : actionOf(event);
    const act = action === null ? undefined : actions[action];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}
