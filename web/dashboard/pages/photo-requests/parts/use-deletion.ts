import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { workspaceKey } from '../../../api/keys.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { useNotify } from '../../../components/index.ts';

interface Deletion {
  to: string;
  say: string;
  /** true before it is deleted, false when that failed: what is gone must not be read meanwhile. */
  onLeaving?: (leaving: boolean) => void;
}

/** Deletes what the page shows and leaves the page, without reading once more what is gone. */
export function useDeletion(path: string, then: Deletion): () => Promise<void> {
  const { id, api } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  return async () => {
    then.onLeaving?.(true);
    await queries.cancelQueries({ queryKey: workspaceKey(id) });
    await api.delete(path).catch((error) => {
      then.onLeaving?.(false);
      void queries.invalidateQueries({ queryKey: workspaceKey(id) });
      throw error;
    });
    await queries.invalidateQueries({ queryKey: workspaceKey(id), refetchType: 'none' });
    navigate(then.to, { replace: true });
    notify.success(then.say);
  };
}
