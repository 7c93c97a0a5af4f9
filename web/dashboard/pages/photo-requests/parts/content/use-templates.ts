import { useEffect } from 'react';
import type { Template } from '../../../../../../src/templates/schema.ts';
import { useWorkspacePages } from '../../../../api/queries.ts';
import { USABLE_TEMPLATES } from './usable-templates.ts';

/** Every page of them: a choice without some of them would be none. */
export function useUsableTemplates(): Template[] | undefined {
  const { rows, hasNextPage, isFetchingNextPage, fetchNextPage, error } = useWorkspacePages<Template>(
    'templates',
    USABLE_TEMPLATES,
  );
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage, error]);
  return rows;
}
