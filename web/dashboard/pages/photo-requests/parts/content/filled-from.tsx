import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PhotoRequest } from '../../../../../../src/photo-requests/schema.ts';
import type { PhotoRequestDetail } from '../../../../../../src/photo-requests/web-schema.ts';
import type { Template } from '../../../../../../src/templates/schema.ts';
import { useWorkspaceQuery } from '../../../../api/queries.ts';
import { Loaded, PageSkeleton } from '../../../../components/index.ts';

/** What a new form begins with. */
export type Source =
  | { kind: 'nothing' }
  | { kind: 'template'; template: Template }
  | { kind: 'request'; request: PhotoRequest };

type Form = (source: Source) => React.ReactNode;

const ID = /^[a-z]+_[0-9a-z]+$/;

/** Reads what the address names: `?template=tpl_…` or `?from=pr_…`. */
export function FilledFrom({ children }: { children: Form }) {
  const [search] = useSearchParams();
  const template = search.get('template') ?? '';
  const request = search.get('from') ?? '';
  if (ID.test(template)) return <FromTemplate key={template} id={template} form={children} />;
  if (ID.test(request)) return <FromRequest key={request} id={request} form={children} />;
  return children({ kind: 'nothing' });
}

/** As it was read first: a form that someone is writing must not go when its source is deleted. */
function useFirst<T>(query: UseQueryResult<T>): Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'> {
  const { data, error, refetch } = query;
  const [first, setFirst] = useState(data);
  if (first === undefined && data !== undefined) setFirst(data);
  return { data: first ?? data, error, refetch };
}

function FromTemplate({ id, form }: { id: string; form: Form }) {
  const query = useFirst(useWorkspaceQuery<Template>(`templates/${id}`));
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(template) => form({ kind: 'template', template })}
    </Loaded>
  );
}

function FromRequest({ id, form }: { id: string; form: Form }) {
  const query = useFirst(useWorkspaceQuery<PhotoRequestDetail>(`photo-requests/${id}`));
  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {({ request }) => form({ kind: 'request', request })}
    </Loaded>
  );
}
