import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ShownPhotoRequest } from '../../../../src/photo-requests/web-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useNotify } from '../../components/index.ts';
import { titleOf } from '../photo-requests/parts/request-title.ts';
import { placeIn, QUEUE_QUERY, type QueuePlace, queueOf, queueQuery, stepIn, visitOf } from './queue.ts';

/** Events tell of every change; one of them may get lost. */
const REFRESH_MS = 60_000;

/**
 * The requests to decide about, and the one that is looked at. Whatever someone else decides meanwhile is said and left
 * behind, but not while `isBusy`: whoever is writing about it finishes first.
 */
export function useQueue(isBusy: boolean) {
  const [address] = useSearchParams();
  const query = useWorkspaceQuery<ShownPhotoRequest[]>('photo-requests', queueQuery(address), {
    refetchInterval: REFRESH_MS,
  });
  const notify = useNotify();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<QueuePlace | null>(null);
  const shown = useRef<ShownPhotoRequest | undefined>(undefined);
  const queue = queueOf(query.data ?? [], done);
  const place = placeIn(queue, last);
  const isKept = isBusy && shown.current !== undefined && visitOf(shown.current) !== place?.visit;
  const request = isKept ? shown.current : queue[place?.index ?? -1];

  useEffect(() => {
    if (isKept || query.data === undefined) return;
    const before = shown.current;
    shown.current = request;
    const isGone =
      before !== undefined &&
      visitOf(before) === last?.visit &&
      place?.visit !== last.visit &&
      !done.has(last.visit);
    // From a full page it may also have been pushed out by one that came back.
    if (isGone && query.data.length < QUEUE_QUERY.limit)
      notify.success(`Someone else has already reviewed ${shortTitle(before)}.`);
    if (place?.visit !== last?.visit || place?.index !== last?.index) setLast(place);
  });

  return {
    query,
    queue,
    request,
    index: place?.index ?? 0,
    next: queue[(place?.index ?? 0) + 1],
    step: (step: 1 | -1) => setLast(stepIn(queue, place, step)),
    /** It is decided, by whomever: on to the next one. */
    leave: (left: ShownPhotoRequest) => setDone((all) => new Set([...all, visitOf(left)])),
  };
}

const SHORT = 40;

export function shortTitle(request: Pick<ShownPhotoRequest, 'external_id' | 'instructions'>): string {
  const title = titleOf(request);
  return title.length > SHORT ? `${title.slice(0, SHORT - 1)}…` : title;
}
