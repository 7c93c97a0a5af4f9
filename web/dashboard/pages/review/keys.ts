export type KeyAction =
  | 'nextPhoto'
  | 'previousPhoto'
  | 'nextRequest'
  | 'previousRequest'
  | 'approve'
  | 'changes'
  | 'reject'
  | 'zoom'
  | 'keys';

/** What the keys do, in the order in which they are shown. */
export const KEYS: { action: KeyAction; keys: string[]; text: string; repeats?: true }[] = [
  { action: 'approve', keys: ['A'], text: 'Approve' },
  { action: 'changes', keys: ['C'], text: 'Ask for changes' },
  { action: 'reject', keys: ['R'], text: 'Reject' },
  { action: 'nextPhoto', keys: ['ArrowRight'], text: 'Next photo', repeats: true },
  { action: 'previousPhoto', keys: ['ArrowLeft'], text: 'Previous photo', repeats: true },
  { action: 'zoom', keys: ['Z'], text: 'Full screen' },
  { action: 'nextRequest', keys: ['J', 'N'], text: 'Next request', repeats: true },
  { action: 'previousRequest', keys: ['K', 'P'], text: 'Previous request', repeats: true },
  { action: 'keys', keys: ['?'], text: 'Show these keys' },
];

interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The key is held down. */
  repeat: boolean;
}

/** What a key means here; null: nothing. A key that is held down walks on, but decides once. */
export function actionOf({ key, ctrlKey, metaKey, altKey, repeat }: Pressed): KeyAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.length === 1 ? key.toUpperCase() : key;
  const found = KEYS.find(({ keys }) => keys.includes(name));
  if (found === undefined || (repeat && found.repeats === undefined)) return null;
  return found.action;
}

/** Letters belong to whoever types. */
export const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
