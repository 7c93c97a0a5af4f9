import { Button, Menu, NativeSelect } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspacePages } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  type Column,
  DataTable,
  EmptyState,
  Icon,
  MenuItems,
  PageHeader,
  Section,
  Sections,
  Time,
} from '../../components/index.ts';
import { asksForText, languagesOf } from './template-text.ts';
import styles from './templates.module.css';

export function TemplateListPage() {
  const { can, path } = useWorkspace();
  const [search, setSearch] = useSearchParams();
  const isArchived = search.has('archived');
  const pages = useWorkspacePages<Template>('templates', { is_archived: String(isArchived) });
  const canUse = can('member') && !isArchived;
  return (
    <>
      <PageHeader
        title="Templates"
        description="What your team asks for again and again, ready for new requests and permanent links."
        actions={can('member') && <NewTemplateButton />}
      />
      <Sections>
        <Section flush>
          <div className={styles.filter}>
            <NativeSelect
              aria-label="Which templates"
              data={[
                { value: 'active', label: 'Active' },
                { value: 'archived', label: 'Archived' },
              ]}
              value={isArchived ? 'archived' : 'active'}
              onChange={({ currentTarget: { value } }) =>
                setSearch(value === 'archived' ? { archived: '' } : {}, { replace: true })
              }
              data-testid="template-filter"
            />
          </div>
          <DataTable
            label="Templates"
            columns={canUse ? [...COLUMNS, USE_COLUMN] : COLUMNS}
            rows={pages.rows}
            rowKey={({ id }) => id}
            rowLink={({ id }) => path(`templates/${id}`)}
            error={pages.error}
            onRetry={pages.refetch}
            more={pages}
            empty={isArchived ? <NoArchived /> : <NoTemplates />}
          />
        </Section>
      </Sections>
    </>
  );
}

function NewTemplateButton() {
  const { path } = useWorkspace();
  return (
    <Button
      component={Link}
      to={path('templates/new')}
      leftSection={<Icon name="plus" size={16} />}
      data-testid="new-template"
    >
      New template
    </Button>
  );
}

function NoTemplates() {
  const { can } = useWorkspace();
  return (
    <EmptyState icon="template" title="No templates yet" action={can('member') && <NewTemplateButton />}>
      Do you often ask for the same photos? A template keeps the instructions, photos, questions and
      languages, so that a new request takes only a few clicks. You can also save any request as a template.
    </EmptyState>
  );
}

function NoArchived() {
  return (
    <EmptyState icon="archive" title="No archived templates">
      Archive a template to take it out of use without deleting it.
    </EmptyState>
  );
}

const COLUMNS: Column<Template>[] = [
  {
    key: 'name',
    header: 'Template',
    render: ({ name, instructions }) => (
      <span className={styles.name}>
        <span className={styles.icon}>
          <Icon name="template" />
        </span>
        <span className={styles.words}>
          <span>{name}</span>
          <span className={styles.under}>{instructions}</span>
        </span>
      </span>
    ),
  },
  { key: 'asks', header: 'Asks for', width: '11rem', render: asksForText },
  {
    key: 'languages',
    header: 'Translations',
    width: '10rem',
    render: (row) => <LanguageCodes template={row} />,
  },
  {
    key: 'changed',
    header: 'Changed',
    width: '9rem',
    hideOnPhone: true,
    render: ({ updated_at }) => <Time value={updated_at} />,
  },
];

const USE_COLUMN: Column<Template> = {
  key: 'use',
  header: 'Use',
  width: '6rem',
  align: 'end',
  bare: true,
  render: (template) => <UseMenu template={template} />,
};

const SHOWN_LANGUAGES = 3;

function LanguageCodes({ template }: { template: Template }) {
  const names = languagesOf(template).map(({ name }) => name);
  if (names.length === 0) return 'None';
  const rest = names.length - SHOWN_LANGUAGES;
  return rest > 0 ? `${names.slice(0, SHOWN_LANGUAGES).join(', ')} and ${rest} more` : names.join(', ');
}

function UseMenu({ template: { id, name } }: { template: Template }) {
  const { path } = useWorkspace();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          rightSection={<Icon name="down" size={14} />}
          aria-label={`Use ${name}`}
          data-testid="use"
        >
          Use
        </Button>
      </Menu.Target>
      <MenuItems>
        <Menu.Item
          component={Link}
          to={path(`photo-requests/new?template=${id}`)}
          leftSection={<Icon name="camera" size={16} />}
          data-testid="use-for-request"
        >
          New request
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={path(`permanent-links/new?template=${id}`)}
          leftSection={<Icon name="link" size={16} />}
          data-testid="use-for-link"
        >
          New permanent link
        </Menu.Item>
      </MenuItems>
    </Menu>
  );
}
