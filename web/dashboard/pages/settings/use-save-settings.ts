import type { ChangeSettings, Settings } from '../../../../src/web-app/settings-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useRefreshSession } from '../../api/session.tsx';

/** Saves some of the settings; the form that does it shows what it was refused with. */
export function useSaveSettings(onSaved?: (settings: Settings) => void) {
  const refreshSession = useRefreshSession();
  return useWorkspaceMutation<ChangeSettings, Settings>((api, changes) => api.patch('settings', changes), {
    quiet: true,
    success: 'Saved.',
    onSuccess: (settings, changes) => {
      // Name and time zone are part of the session, which the whole frame shows.
      if (changes.name !== undefined || changes.time_zone !== undefined) void refreshSession();
      onSaved?.(settings);
    },
  });
}
