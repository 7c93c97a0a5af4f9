import { ActionIcon, Menu } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { WireApiKey } from '../../../../src/api-keys/web-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  Icon,
  MenuItems,
  StatusBadge,
  Time,
} from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { KeyQuestion } from './key-dialogs.tsx';
import { summaryOf } from './scopes.ts';

export function KeyList({
  keys,
  onAsk,
  createButton,
}: {
  keys: UseQueryResult<WireApiKey[]>;
  onAsk: (question: KeyQuestion) => void;
  createButton: React.ReactNode;
}) {
  return (
    <DataTable
      label="API keys"
      columns={columnsOf(onAsk)}
      rows={keys.data}
      rowKey={(key) => key.id}
      error={keys.error}
      onRetry={keys.refetch}
      empty={
        <EmptyState icon="key" title="No API keys yet" action={createButton}>
          A key lets your backend create photo requests and fetch the photos. Use one key per app so you can
          revoke them separately.
        </EmptyState>
      }
    />
  );
}

function columnsOf(onAsk: (question: KeyQuestion) => void): Column<WireApiKey>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      render: (key) => (
        <span className={forms.subject}>
          <b>{key.name}</b>
          <small>{summaryOf(key.scopes)}</small>
        </span>
      ),
    },
    {
      key: 'value',
      header: 'Key',
      render: (key) => <span className={forms.mono}>{key.masked_key}</span>,
    },
    {
      key: 'environment',
      header: 'Environment',
      render: ({ environment }) => (
        <StatusBadge
          text={environment === 'live' ? 'Live' : 'Test'}
          tone={environment === 'live' ? 'calm' : 'quiet'}
        />
      ),
    },
    {
      key: 'status',
      header: 'Status',
      render: (key) => <StatusBadge status={key.is_active ? 'active' : 'inactive'} />,
    },
    { key: 'used', header: 'Last used', render: (key) => <Time value={key.last_used_at} /> },
    {
      key: 'created',
      header: 'Created',
      hideOnPhone: true,
      render: (key) => <Time value={key.created_at} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      width: '4rem',
      render: (key) => <KeyMenu apiKey={key} onAsk={onAsk} />,
    },
  ];
}

function KeyMenu({ apiKey, onAsk }: { apiKey: WireApiKey; onAsk: (question: KeyQuestion) => void }) {
  const activate = useWorkspaceMutation(
    (api, id: string) => api.patch(`api-keys/${id}`, { is_active: true }),
    { success: `“${apiKey.name}” activated.` },
  );
  const ask = (kind: KeyQuestion['kind']) => () => onAsk({ kind, key: apiKey });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${apiKey.name}`}
          data-testid="key-menu"
        >
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <MenuItems>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={ask('edit')} data-testid="key-edit">
          Edit
        </Menu.Item>
        {apiKey.is_active ? (
          <Menu.Item
            leftSection={<Icon name="pause" />}
            onClick={ask('deactivate')}
            data-testid="key-deactivate"
          >
            Deactivate
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<Icon name="play" />}
            onClick={() => activate.mutate(apiKey.id)}
            data-testid="key-activate"
          >
            Activate
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<Icon name="refresh" />}
          onClick={ask('regenerate')}
          data-testid="key-regenerate"
        >
          Regenerate
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--bad)"
          leftSection={<Icon name="trash" />}
          onClick={ask('delete')}
          data-testid="key-delete"
        >
          Delete
        </Menu.Item>
      </MenuItems>
    </Menu>
  );
}
