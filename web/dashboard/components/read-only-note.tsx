import { Alert } from '@mantine/core';
import { useWorkspace } from '../api/workspace.tsx';
import { Icon } from './icon.tsx';

/** Above settings that whoever looks at them cannot change. */
export function ReadOnlyNote() {
  const { can } = useWorkspace();
  if (can('admin')) return null;
  return (
    <Alert color="gray" icon={<Icon name="lock" />} data-testid="read-only">
      Only admins and owners can change these settings.
    </Alert>
  );
}
