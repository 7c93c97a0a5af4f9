import type { MemberActor, Operator } from '../../audit/actor.ts';
import { requireConfirmation } from '../../audit/confirmation.ts';
import type { Owner, WebhookEndpointRow } from '../../platform/db/tables.ts';
import { notFound, ServiceError } from '../../platform/errors.ts';
import type { EndpointFields } from './endpoint-fields.ts';

/** Members and keys act in one environment, the operator in both. */
export type EndpointActor = ((MemberActor | { keyId: string }) & Owner) | Operator;

/** Endpoints belong to a workspace and serve one environment, or both: each shows in those it serves. */
export function isServed(
  { serves }: Pick<WebhookEndpointRow, 'serves'>,
  { environment }: Pick<Owner, 'environment'>,
): boolean {
  return serves === 'both' || serves === environment;
}

/** Throws unless they may change the endpoint. */
export function requireRightTo(endpoint: Pick<WebhookEndpointRow, 'serves'>, by: EndpointActor): void {
  if (!('environment' in by)) return;
  if (!isServed(endpoint, by)) throw notFound('The webhook endpoint');
  // A test key must not decide where live photos go, nor with which secret.
  if (!('keyId' in by) || endpoint.serves !== 'both' || by.environment === 'live') return;
  throw new ServiceError(
    'insufficient_permission',
    'This endpoint receives live events too. Change it with a live key, or in the web application.',
  );
}

/** Whoever decides where it goes gets all the photos, and whoever turns sample photos into real ones. */
export function requireConfirmationOf(
  wanted: EndpointFields,
  { url, serves }: Pick<WebhookEndpointRow, 'url' | 'serves'>,
  by: EndpointActor,
  now: number,
): void {
  if (!('confirmedAt' in by)) return;
  const goesElsewhere = wanted.url !== undefined && wanted.url !== url;
  const getsLive = serves === 'test' && wanted.serves !== undefined && wanted.serves !== 'test';
  if (goesElsewhere || getsLive) requireConfirmation(by, now);
}
