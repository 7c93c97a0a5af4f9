import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import type { PermanentLink } from '../../../../src/permanent-links/schema.ts';
import { useWorkspaceMutation, useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { Loaded, PageHeader, PageSkeleton } from '../../components/index.ts';
import { draftOf, type LinkChanges, linkChanges } from './link-draft.ts';
import { LinkFormWithPreview } from './link-form.tsx';

export function EditLinkPage() {
  const { id = '' } = useParams();
  const { can, path } = useWorkspace();
  const query = useWorkspaceQuery<PermanentLink>(`permanent-links/${id}`);
  if (!can('member')) return <Navigate to={path(`permanent-links/${id}`)} replace />;
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(link) => <EditForm link={link} key={link.id} />}
    </Loaded>
  );
}

function EditForm({ link }: { link: PermanentLink }) {
  const { path, timeZone } = useWorkspace();
  const navigate = useNavigate();
  const own = path(`permanent-links/${link.id}`);
  // What others change meanwhile is no change of this person's.
  const [before] = useState(() => ({ link, draft: draftOf(link, timeZone) }));
  const save = useWorkspaceMutation<LinkChanges>(
    (api, changes) => api.patch(`permanent-links/${link.id}`, changes),
    { success: 'Saved.', quiet: true },
  );
  return (
    <>
      <PageHeader title={`Edit ${link.name}`} back={{ to: own, label: link.name }} />
      <LinkFormWithPreview
        initial={before.draft}
        currentSlug={link.slug}
        action="Save changes"
        cancelTo={own}
        onSubmit={async (draft) => {
          const changes = linkChanges(draft, before.link, timeZone);
          if (Object.keys(changes).length > 0) await save.mutateAsync(changes);
          navigate(own);
        }}
      />
    </>
  );
}
