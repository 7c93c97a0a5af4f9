import { Alert } from '@mantine/core';
import { useParams } from 'react-router';
import { DEFAULT_LIFETIME_HOURS } from '../../../../src/shared/request-lifetime.ts';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import {
  CopyButton,
  ErrorState,
  Facts,
  Icon,
  PageHeader,
  PageSkeleton,
  Section,
  StatusBadge,
  Time,
} from '../../components/index.ts';
import { returnFacts } from '../photo-requests/parts/content/return-facts.ts';
import { placeText } from '../photo-requests/parts/place.ts';
import { ruleText } from '../photo-requests/parts/reminders.ts';
import { Wish } from '../photo-requests/parts/wish.tsx';
import { TemplateActions } from './template-actions.tsx';
import { languageName, languagesOf, lifetimeText } from './template-text.ts';
import styles from './templates.module.css';

export function TemplateDetailPage() {
  const { id = '' } = useParams();
  const { path } = useWorkspace();
  const query = useWorkspaceQuery<Template>(`templates/${id}`);
  const back = { to: path('templates'), label: 'Templates' };
  if (query.data !== undefined) return <Detail template={query.data} back={back} />;
  if (query.error === null) return <PageSkeleton />;
  return (
    <>
      <PageHeader title="Template" back={back} />
      <Section>
        <ErrorState error={query.error} onRetry={query.refetch} />
      </Section>
    </>
  );
}

function Detail({ template, back }: { template: Template; back: { to: string; label: string } }) {
  return (
    <>
      <PageHeader
        title={template.name}
        back={back}
        badge={template.is_archived && <StatusBadge text="Archived" tone="calm" />}
        actions={<TemplateActions template={template} />}
      />
      {template.is_archived && (
        <Alert color="gray" icon={<Icon name="archive" />} className={styles.archived} data-testid="archived">
          Restore this template to create requests and links from it.
        </Alert>
      )}
      <div className={styles.columns}>
        <Section title="Requested photos">
          <Wish asked={template} />
        </Section>
        <Section title="Details">
          <Facts items={factsOf(template)} />
        </Section>
      </div>
    </>
  );
}

function factsOf(template: Template) {
  const { expires_in_hours, locale, requires_review, evidence_policy, reminders, metadata } = template;
  return [
    { label: 'Link expires after', value: lifetimeText(expires_in_hours ?? DEFAULT_LIFETIME_HOURS) },
    { label: 'Language', value: languageName(locale ?? 'en') },
    { label: 'Translations', value: <Translations template={template} /> },
    { label: 'Review', value: requires_review ? 'Required' : 'Not required' },
    ...(evidence_policy === null || Object.keys(evidence_policy).length === 0
      ? []
      : [{ label: 'Live proof', value: 'Stricter than the workspace' }]),
    ...(template.expected_location === null
      ? []
      : [{ label: 'Expected location', value: placeText(template.expected_location) }]),
    ...returnFacts(template),
    ...(reminders.length === 0 ? [] : [{ label: 'Reminders', value: reminders.map(ruleText).join('. ') }]),
    { label: 'Changed', value: <Time value={template.updated_at} show="both" /> },
    { label: 'Created', value: <Time value={template.created_at} show="both" /> },
    ...Object.entries(metadata).map(([label, value]) => ({ key: `metadata ${label}`, label, value })),
    {
      label: 'ID',
      value: (
        <span className={styles.row}>
          <code className={styles.id}>{template.id}</code>
          <CopyButton value={template.id} label="Copy ID" compact />
        </span>
      ),
    },
  ];
}

function Translations({ template }: { template: Template }) {
  const languages = languagesOf(template);
  if (languages.length === 0) return 'None';
  return (
    <ul className={styles.languages} data-testid="template-languages">
      {languages.map(({ code, name, done, total, isComplete }) => (
        <li key={code}>
          {name}{' '}
          {isComplete ? (
            <StatusBadge text="Complete" tone="good" />
          ) : (
            <small>
              {done} of {total} texts
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
