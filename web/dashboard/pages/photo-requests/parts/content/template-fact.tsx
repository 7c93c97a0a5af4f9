import { Link } from 'react-router';
import type { Template } from '../../../../../../src/templates/schema.ts';
import { useWorkspaceQuery } from '../../../../api/queries.ts';
import { useWorkspace } from '../../../../api/workspace.tsx';

/** Where something came from, as a fact to list: none as long as it is not known, and once the template is deleted. */
export function useTemplateFact(id: string | null): { label: string; value: React.ReactNode }[] {
  const { path } = useWorkspace();
  const { data } = useWorkspaceQuery<Template>(`templates/${id}`, undefined, { enabled: id !== null });
  if (id === null || data === undefined) return [];
  return [{ label: 'Template', value: <Link to={path(`templates/${id}`)}>{data.name}</Link> }];
}
