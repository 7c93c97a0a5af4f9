import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, Icon, MenuItems } from '../../components/index.ts';
import { useDeletion } from '../photo-requests/parts/use-deletion.ts';

/** What a member can do with the template; viewers look. */
export function TemplateActions({ template }: { template: Template }) {
  const { can, path } = useWorkspace();
  const [deletes, setDeletes] = useState(false);
  const archive = useWorkspaceMutation<boolean>(
    (api, is_archived) => api.patch(`templates/${template.id}`, { is_archived }),
    { success: template.is_archived ? 'Template restored.' : 'Template archived.' },
  );
  if (!can('member')) return null;
  return (
    <>
      <Button
        component={Link}
        to={path(`templates/${template.id}/edit`)}
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
        data-testid="edit-template"
      >
        Edit
      </Button>
      {template.is_archived ? (
        <Button
          loading={archive.isPending}
          onClick={() => archive.mutate(false)}
          data-testid="restore-template"
        >
          Restore
        </Button>
      ) : (
        <Button
          component={Link}
          to={path(`photo-requests/new?template=${template.id}`)}
          leftSection={<Icon name="plus" size={16} />}
          data-testid="use-template"
        >
          New request
        </Button>
      )}
      <MoreMenu
        template={template}
        onArchive={() => archive.mutate(true)}
        onDelete={() => setDeletes(true)}
      />
      <DeleteDialog template={template} opened={deletes} onClose={() => setDeletes(false)} />
    </>
  );
}

interface MoreMenuProps {
  template: Template;
  onArchive: () => void;
  onDelete: () => void;
}

function MoreMenu({ template, onArchive, onDelete }: MoreMenuProps) {
  const { path } = useWorkspace();
  const navigate = useNavigate();
  const duplicate = useWorkspaceMutation<void, Template>(
    (api) => api.post(`templates/${template.id}/duplicate`, {}),
    { success: 'Template duplicated.', onSuccess: ({ id }) => navigate(path(`templates/${id}/edit`)) },
  );
  return (
    <Menu position="bottom-end" width={220}>
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
        {!template.is_archived && (
          <Menu.Item
            component={Link}
            to={path(`permanent-links/new?template=${template.id}`)}
            leftSection={<Icon name="link" size={16} />}
            data-testid="use-for-link"
          >
            New permanent link
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="copy" size={16} />}
          onClick={() => duplicate.mutate()}
          data-testid="duplicate-template"
        >
          Duplicate
        </Menu.Item>
        {!template.is_archived && (
          <Menu.Item
            leftSection={<Icon name="archive" size={16} />}
            onClick={onArchive}
            data-testid="archive-template"
          >
            Archive
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--bad)"
          leftSection={<Icon name="trash" size={16} />}
          onClick={onDelete}
          data-testid="delete"
        >
          Delete
        </Menu.Item>
      </MenuItems>
    </Menu>
  );
}

interface DeleteDialogProps {
  template: Template;
  opened: boolean;
  onClose: () => void;
}

function DeleteDialog({ template, opened, onClose }: DeleteDialogProps) {
  const { path } = useWorkspace();
  const remove = useDeletion(`templates/${template.id}`, { to: path('templates'), say: 'Template deleted.' });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete this template?"
      action="Delete template"
      name={template.name}
      onConfirm={remove}
    >
      The template will be permanently deleted. Requests and links that were created from it stay as they are.
      {!template.is_archived && ' To keep it for later, archive it instead.'}
    </ConfirmDialog>
  );
}
