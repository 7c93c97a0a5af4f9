import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Icon } from './icon.tsx';

/** `label` says what is copied ("Copy link"). `compact` shows the icon alone. */
export function CopyButton({
  value,
  label = 'Copy',
  compact,
  variant = 'default',
}: {
  value: string;
  label?: string;
  compact?: boolean;
  variant?: 'default' | 'filled' | 'subtle' | 'light';
}) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const icon = <Icon name={copied ? 'check' : 'copy'} size={16} />;
  const said = copied ? 'Copied' : label;
  if (compact)
    return (
      <Tooltip label={said}>
        <ActionIcon variant="subtle" color="gray" aria-label={said} onClick={() => copy(value)}>
          {icon}
        </ActionIcon>
      </Tooltip>
    );
  return (
    <Button variant={variant} leftSection={icon} onClick={() => copy(value)} aria-live="polite">
      {said}
    </Button>
  );
}
