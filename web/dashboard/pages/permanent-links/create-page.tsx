import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { PageHeader } from '../../components/index.ts';
import { FilledFrom } from '../photo-requests/parts/content/filled-from.tsx';
import { draftFromTemplate, EMPTY_LINK, type NewLinkBody, newLinkBody } from './link-draft.ts';
import { LinkFormWithPreview } from './link-form.tsx';

export function CreateLinkPage() {
  const { can, path } = useWorkspace();
  if (!can('member')) return <Navigate to={path('permanent-links')} replace />;
  return (
    <>
      <PageHeader
        title="New permanent link"
        description="Anyone who opens it can send photos, within the limits you set."
        back={{ to: path('permanent-links'), label: 'Permanent links' }}
      />
      <FilledFrom>
        {(source) => <NewLinkForm template={source.kind === 'template' ? source.template : null} />}
      </FilledFrom>
    </>
  );
}

function startFrom(template: Template | null) {
  return { template, draft: template === null ? EMPTY_LINK : draftFromTemplate(template) };
}

function NewLinkForm({ template }: { template: Template | null }) {
  const { path, timeZone } = useWorkspace();
  const navigate = useNavigate();
  const [start, setStart] = useState(() => startFrom(template));
  const create = useWorkspaceMutation<NewLinkBody, PermanentLink>(
    (api, body) => api.post('permanent-links', body),
    { success: 'Link created.', quiet: true },
  );
  return (
    <LinkFormWithPreview
      initial={start.draft}
      template={{ chosen: start.template, onChoose: (chosen) => setStart(startFrom(chosen)) }}
      action="Create link"
      cancelTo={path('permanent-links')}
      onSubmit={async (draft) => {
        const { id } = await create.mutateAsync(newLinkBody(draft, timeZone, start.template));
        navigate(path(`permanent-links/${id}`));
      }}
    />
  );
}
