import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, Icon, MenuItems } from '../../components/index.ts';
import { useDeletion } from '../photo-requests/parts/use-deletion.ts';

/** Everyone can print; members can change the link. */
export function LinkActions({ link }: { link: PermanentLink }) {
  const { can, path } = useWorkspace();
  const [deletes, setDeletes] = useState(false);
  const own = `permanent-links/${link.id}`;
  const poster = (
    <Button
      component={Link}
      to={path(`${own}/poster`)}
      variant="default"
      leftSection={<Icon name="print" size={16} />}
      data-testid="open-poster"
    >
      Poster
    </Button>
  );
  if (!can('member')) return poster;
  return (
    <>
      {poster}
      <Button
        component={Link}
        to={path(`${own}/edit`)}
        leftSection={<Icon name="edit" size={16} />}
        data-testid="edit-link"
      >
        Edit
      </Button>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            style={{ flex: 'none' }}
            aria-label="More actions"
            data-testid="more-actions"
          >
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <MenuItems>
          <Menu.Item
            color="var(--bad)"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setDeletes(true)}
            data-testid="delete"
          >
            Delete
          </Menu.Item>
        </MenuItems>
      </Menu>
      <DeleteDialog link={link} opened={deletes} onClose={() => setDeletes(false)} />
    </>
  );
}

function waitingText(count: number): string {
  return count === 1
    ? 'The submission waiting for approval is'
    : `The ${count} submissions waiting for approval are`;
}

interface DeleteDialogProps {
  link: PermanentLink;
  opened: boolean;
  onClose: () => void;
}

function DeleteDialog({ link, opened, onClose }: DeleteDialogProps) {
  const { path } = useWorkspace();
  const remove = useDeletion(`permanent-links/${link.id}`, {
    to: path('permanent-links'),
    say: 'Link deleted.',
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this link?"
      action="Delete link"
      name={link.name}
      onConfirm={remove}
    >
      The link, QR code and short code stop working permanently. Submissions stay under Photo requests.{' '}
      {link.held_count > 0 && `${waitingText(link.held_count)} deleted too. `}To pause it, turn it off
      instead.
    </ConfirmDialog>
  );
}
