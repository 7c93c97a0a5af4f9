import { useQueryClient } from '@tanstack/react-query';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { ApiError } from '../../../api/api-error.ts';
import { workspaceKey } from '../../../api/keys.ts';
import { useWorkspaceMutation } from '../../../api/queries.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { useNotify } from '../../../components/index.ts';
import { conflictText, type Decision, seenState } from './review-state.ts';

/** `overtaken`: someone else had decided, and was heard. */
export type Outcome = 'decided' | 'overtaken';

const DONE: Record<Decision['decision'], string> = {
  approve: 'Submission approved.',
  request_changes: 'Changes requested.',
  reject: 'Submission rejected.',
};

export type Decide = (seen: PhotoRequest, decision: Decision) => Promise<Outcome>;

interface Texts {
  done: (seen: PhotoRequest, decision: Decision['decision']) => string;
  /** Before what the server says about the other decision. */
  overtaken: (seen: PhotoRequest) => string;
}

const TEXTS: Texts = { done: (_seen, decision) => DONE[decision], overtaken: () => '' };

/**
 * Decides about a request as someone has seen it. Whoever was overtaken hears what was decided, and it is read again. Fails
 * only when the call was refused for another reason.
 */
export function useDecision(texts: Texts = TEXTS): { decide: Decide; isPending: boolean } {
  const { id: workspaceId, timeZone } = useWorkspace();
  const queries = useQueryClient();
  const notify = useNotify();
  const review = useWorkspaceMutation<{ seen: PhotoRequest; decision: Decision }, PhotoRequest>(
    (api, { seen, decision }) =>
      api.post(`photo-requests/${seen.id}/review`, { ...decision, expected_state: seenState(seen) }),
    { quiet: true },
  );
  const decide: Decide = async (seen, decision) => {
    try {
      await review.mutateAsync({ seen, decision });
      notify.success(texts.done(seen, decision.decision));
      return 'decided';
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'review_conflict') throw error;
      void queries.invalidateQueries({ queryKey: workspaceKey(workspaceId) });
      notify.failure(texts.overtaken(seen) + conflictText(error.message, timeZone));
      return 'overtaken';
    }
  };
  return { decide, isPending: review.isPending };
}
