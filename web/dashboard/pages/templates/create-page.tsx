import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Template } from '../../../../src/templates/schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { PageHeader } from '../../components/index.ts';
import { FilledFrom, type Source } from '../photo-requests/parts/content/filled-from.tsx';
import {
  draftOf,
  draftOfRequest,
  EMPTY_TEMPLATE,
  type NewTemplateBody,
  newTemplateBody,
  type TemplateDraft,
} from './template-draft.ts';
import { TemplateFormWithPreview } from './template-form.tsx';

export function CreateTemplatePage() {
  const { can, path } = useWorkspace();
  if (!can('member')) return <Navigate to={path('templates')} replace />;
  return (
    <>
      <PageHeader
        title="New template"
        description="Describe once what your team asks for again and again."
        back={{ to: path('templates'), label: 'Templates' }}
      />
      <FilledFrom>{(source) => <NewTemplateForm source={source} />}</FilledFrom>
    </>
  );
}

function startOf(source: Source): TemplateDraft {
  if (source.kind === 'request') return draftOfRequest(source.request);
  return source.kind === 'template' ? { ...draftOf(source.template), name: '' } : EMPTY_TEMPLATE;
}

function NewTemplateForm({ source }: { source: Source }) {
  const { path } = useWorkspace();
  const navigate = useNavigate();
  const [initial] = useState(() => startOf(source));
  const create = useWorkspaceMutation<NewTemplateBody, Template>((api, body) => api.post('templates', body), {
    success: 'Template created.',
    quiet: true,
  });
  return (
    <TemplateFormWithPreview
      initial={initial}
      action="Create template"
      cancelTo={path('templates')}
      onSubmit={async (draft) => {
        const { id } = await create.mutateAsync(newTemplateBody(draft));
        navigate(path(`templates/${id}`));
      }}
    />
  );
}
