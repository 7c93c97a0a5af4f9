import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Loaded, PageHeader, PageSkeleton } from '../../components/index.ts';
import { draftOf, type TemplateChanges, templateChanges } from './template-draft.ts';
import { TemplateFormWithPreview } from './template-form.tsx';

export function EditTemplatePage() {
  const { id = '' } = useParams();
  const { can, path } = useWorkspace();
  const query = useWorkspaceQuery<Template>(`templates/${id}`);
  if (!can('member')) return <Navigate to={path(`templates/${id}`)} replace />;
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(template) => <EditForm template={template} key={template.id} />}
    </Loaded>
  );
}

function EditForm({ template }: { template: Template }) {
  const { path } = useWorkspace();
  const navigate = useNavigate();
  const own = path(`templates/${template.id}`);
  // What others change meanwhile is no change of this person's.
  const [before] = useState(() => draftOf(template));
  const save = useWorkspaceMutation<TemplateChanges>(
    (api, changes) => api.patch(`templates/${template.id}`, changes),
    { success: 'Saved.', quiet: true },
  );
  return (
    <>
      <PageHeader
        title={`Edit ${template.name}`}
        description="Requests and links that were created from it stay as they are."
        back={{ to: own, label: template.name }}
      />
      <TemplateFormWithPreview
        initial={before}
        action="Save changes"
        cancelTo={own}
        onSubmit={async (draft) => {
          const changes = templateChanges(draft, before);
          if (Object.keys(changes).length > 0) await save.mutateAsync(changes);
          navigate(own);
        }}
      />
    </>
  );
}
