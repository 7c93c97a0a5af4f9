import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { keyOf } from './keys.ts';
import { connectLive, type LiveStatus } from './live-connection.ts';
import { createLiveReads } from './live-reads.ts';
import { refreshLists, refreshRequest } from './long-lists.ts';
import { useCheckSession } from './session.tsx';
import { useWorkspace } from './workspace.tsx';

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
    const key = keyOf(id, environment);
    const reads = createLiveReads({
      request: (area) => refreshRequest(queries, [...key, area]),
      lists: (area) => refreshLists(queries, [...key, area]),
    });
    const connection = connectLive({
      open: () => new EventSource(address('events')),
      onEvent: reads.add,
      onStatus: setStatus,
      // What was read before the stream was there may have changed in between.
      onOpen: () => refreshLists(queries, key),
      onRefused: checkSession,
      random: Math.random,
    });
    return () => {
      connection.close();
      reads.stop();
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
