import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keyOf } from '../../api/keys.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import type { Delivery } from './types.ts';

const LOOK_MS = 2_000;

/** Live events tell of new deliveries; what becomes of those that are tried about now is asked for. */
export function useOutcomes(deliveries: Delivery[] | undefined): void {
  const { id, environment } = useWorkspace();
  const queries = useQueryClient();
  const shown = useRef(deliveries);
  shown.current = deliveries;
  useEffect(() => {
    const look = () => {
      if (document.hidden || shown.current?.some(isTriedNow) !== true) return;
      void queries.invalidateQueries({ queryKey: [...keyOf(id, environment), 'webhooks'] });
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, environment, queries]);
}

function isTriedNow({ is_under_way, next_attempt_at }: Delivery): boolean {
  return is_under_way || (next_attempt_at !== null && Date.parse(next_attempt_at) < Date.now() + LOOK_MS);
}
