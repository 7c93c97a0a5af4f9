import { Navigate, useNavigate } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { PageHeader } from '../../components/index.ts';
import { EMPTY_LINK, type NewLinkBody, newLinkBody } from './link-draft.ts';
import { LinkFormWithPreview } from './link-form.tsx';

export function CreateLinkPage() {
  const { can, path, timeZone } = useWorkspace();
  const navigate = useNavigate();
  const create = useWorkspaceMutation<NewLinkBody, PermanentLink>(
    (api, body) => api.post('permanent-links', body),
    { success: 'Link created.', quiet: true },
  );
  if (!can('member')) return <Navigate to={path('permanent-links')} replace />;
  return (
    <>
      <PageHeader
        title="New permanent link"
        description="Anyone who opens it can send photos, within the limits you set."
        back={{ to: path('permanent-links'), label: 'Permanent links' }}
      />
      <LinkFormWithPreview
        initial={EMPTY_LINK}
        action="Create link"
        cancelTo={path('permanent-links')}
        onSubmit={async (draft) => {
          const { id } = await create.mutateAsync(newLinkBody(draft, timeZone));
          navigate(path(`permanent-links/${id}`));
        }}
      />
    </>
  );
}
