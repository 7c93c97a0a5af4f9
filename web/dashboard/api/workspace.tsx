import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { Navigate, useParams } from 'react-router';
import { hasRole, type Role } from '../../../src/shared/roles.ts';
import { useApi } from './api-provider.tsx';
import { type ApiClient, addressOf, type Query, scopedTo, workspacePath } from './client.ts';
import { useSession } from './session.tsx';
import type { Environment, WorkspaceSummary } from './types.ts';

export interface Workspace extends WorkspaceSummary {
  environment: Environment;
  /** IANA name; the workspace's, or the browser's when it has none. */
  timeZone: string;
  /** Calls within the workspace and environment: `api.get('photo-requests')`. */
  api: ApiClient;
  /** Whether the signed-in person has at least this role here. */
  can(least: Role): boolean;
  /** A path of the application in this workspace and environment, for `<Link to>`. */
  path(page?: string): string;
  /** An address of the API, for downloads and pictures. */
  address(path: string, query?: Query): string;
}

const WorkspaceContext = createContext<Workspace | null>(null);

/** The workspace and environment that the address names: /app/{workspace}/{live|test}/… */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === null) throw new Error('useWorkspace needs <WorkspaceProvider>');
  return workspace;
}

/** The time zone to show times in, also outside of a workspace. */
export function useTimeZone(): string {
  return useContext(WorkspaceContext)?.timeZone ?? browserTimeZone();
}

export function WorkspaceProvider({
  summary,
  environment,
  children,
}: {
  summary: WorkspaceSummary;
  environment: Environment;
  children: ReactNode;
}) {
  const api = useApi();
  const workspace = useMemo(() => describe(api, summary, environment), [api, summary, environment]);
  useEffect(() => rememberWorkspace(summary.id, environment), [summary.id, environment]);
  return <WorkspaceContext value={workspace}>{children}</WorkspaceContext>;
}

/** Takes the workspace from the address; who is no member of it is led to one of their own. */
export function WorkspaceFromAddress({ children }: { children: ReactNode }) {
  const { workspaces } = useSession();
  const { workspace: id, environment } = useParams();
  const summary = workspaces.find((workspace) => workspace.id === id);
  if (summary === undefined || (environment !== 'live' && environment !== 'test'))
    return <Navigate to="/" replace />;
  return (
    <WorkspaceProvider summary={summary} environment={environment}>
      {children}
    </WorkspaceProvider>
  );
}

function describe(api: ApiClient, summary: WorkspaceSummary, environment: Environment): Workspace {
  return {
    ...summary,
    environment,
    timeZone: summary.time_zone ?? browserTimeZone(),
    api: scopedTo(api, summary.id, environment),
    can: (least) => hasRole(summary.role, least),
    path: (page = '') => pathIn(summary.id, environment, page),
    address: (path, query) => addressOf(workspacePath(summary.id, path), { environment, ...query }),
  };
}

export function pathIn(workspaceId: string, environment: Environment, page = ''): string {
  return `/${workspaceId}/${environment}${page === '' ? '' : `/${page}`}`;
}

function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const REMEMBERED = 'shutterpost-workspace';

function rememberWorkspace(id: string, environment: Environment): void {
  localStorage.setItem(REMEMBERED, `${id} ${environment}`);
}

/** Where this person was last, if they still may go there; otherwise their first one. */
export function lastWorkspace(
  workspaces: WorkspaceSummary[],
): { summary: WorkspaceSummary; environment: Environment } | null {
  const [id, environment] = (localStorage.getItem(REMEMBERED) ?? '').split(' ');
  const summary = workspaces.find((workspace) => workspace.id === id) ?? workspaces[0];
  if (summary === undefined) return null;
  return { summary, environment: summary.id === id && environment === 'test' ? 'test' : 'live' };
}
