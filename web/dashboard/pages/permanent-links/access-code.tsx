import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';

/** Shown to those who hand it out, and only when they ask for it. */
export function AccessCode({ link }: { link: PermanentLink }) {
  const { can } = useWorkspace();
  const [isShown, setShown] = useState(false);
  if (!link.has_access_code) return 'None';
  if (!can('member')) return 'Set';
  if (isShown) return <ShownCode id={link.id} />;
  return (
    <Button variant="default" size="compact-sm" onClick={() => setShown(true)} data-testid="show-access-code">
      Show
    </Button>
  );
}

function ShownCode({ id }: { id: string }) {
  const { data, error } = useWorkspaceQuery<{ access_code: string | null }>(
    `permanent-links/${id}/access-code`,
  );
  if (error !== null) return 'Couldn’t load it. Try again.';
  if (data === undefined) return '…';
  return <span data-testid="access-code">{data.access_code ?? 'Can’t be read. Set a new one.'}</span>;
}
