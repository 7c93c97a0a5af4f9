import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Dialog } from '../../components/index.ts';
import { KEYS } from './keys.ts';
import styles from './review.module.css';

/** Single letters get in the way of those who speak to their computer, so that they can be turned off. */
export function useKeysSetting() {
  return useLocalStorage({
    key: 'shutterpost-review-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}

const NAMES: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→' };

interface KeysDialogProps {
  opened: boolean;
  onClose: () => void;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
}

export function KeysDialog({ opened, onClose, isOn, onTurn }: KeysDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.keys} data-testid="keys">
        {KEYS.map(({ action, keys, text }) => (
          <div key={action}>
            <dt>{text}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{NAMES[key] ?? key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use keyboard shortcuts"
        description="Applies to this browser."
        checked={isOn}
        onChange={(event) => onTurn(event.currentTarget.checked)}
        data-testid="use-keys"
      />
    </Dialog>
  );
}
