import { useQueryClient } from '@tanstack/react-query';
import type { ChangeSettings, Settings } from '../../../../src/workspaces/web-schema.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useRefreshSession } from '../../api/session.tsx';
import { useWorkspace } from '../../api/workspace.tsx';
import { useUnsavedChanges } from '../../components/index.ts';

/** Saves some of the settings for a form, which shows what it was refused with and starts over when it worked. Leaving it half-written is asked about. */
export function useSaveSettings(form: { reset: () => void; hasEdits: boolean; busy: boolean }) {
  useUnsavedChanges(form);
  const { id, environment } = useWorkspace();
  const queries = useQueryClient();
  const refreshSession = useRefreshSession();
  return useWorkspaceMutation<ChangeSettings, Settings>((api, changes) => api.patch('settings', changes), {
    quiet: true,
    success: 'Saved.',
    onSuccess: (settings, changes) => {
      // Name and time zone are part of the session, which the whole frame shows.
      if (changes.name !== undefined || changes.time_zone !== undefined) void refreshSession();
      queries.setQueryData(keyOf(id, environment, 'settings'), settings);
      form.reset();
    },
  });
}
