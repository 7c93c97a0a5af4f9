import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { connectLive, type LiveEvent, type LiveStatus } from './live-connection.ts';
import { refreshLists } from './long-lists.ts';
import { createPaced, LIVE_PAUSES } from './paced.ts';
import { keyOf } from './queries.ts';
import { useCheckSession } from './session.tsx';
import { useWorkspace } from './workspace.tsx';

/** What has to be read again after an event. */
const AFFECTED: Record<LiveEvent, string[]> = {
  submission: ['overview', 'photo-requests', 'reviews', 'permanent-links', 'plan', 'webhooks'],
  request: ['overview', 'photo-requests', 'reviews', 'permanent-links', 'webhooks'],
  delivery: ['webhooks', 'photo-requests', 'overview'],
  notification: ['notifications'],
};

const LiveContext = createContext<LiveStatus>('connecting');

export function useLiveStatus(): LiveStatus {
  return useContext(LiveContext);
}

/** One stream for the whole workspace; it keeps every query below it fresh. */
export function LiveEvents({ children }: { children: ReactNode }) {
  const { id, environment, address } = useWorkspace();
  const queries = useQueryClient();
  const checkSession = useCheckSession();
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const visible = useVisible();

  useEffect(() => {
    // Browsers allow few connections to one host: tabs that no one looks at must not use them up.
    if (!visible) return;
    const refresh = () => refreshLists(queries, keyOf(id, environment));
    const paced = createPaced<string>(LIVE_PAUSES, (area) =>
      refreshLists(queries, [...keyOf(id, environment), area]),
    );
    const connection = connectLive({
      open: () => new EventSource(address('events')),
      onEvent: (event) => paced.add(AFFECTED[event]),
      onStatus: setStatus,
      // What was read before the stream was there may have changed in between.
      onOpen: refresh,
      onRefused: checkSession,
      random: Math.random,
    });
    return () => {
      connection.close();
      paced.stop();
    };
  }, [visible, id, environment, address, queries, checkSession]);

  return <LiveContext value={status}>{children}</LiveContext>;
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return visible;
}
