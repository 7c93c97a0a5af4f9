import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { TRACE } from './expect-response.ts';

/** Spec 7.3 and the codes of design part 4, written down by hand. */
const CODES: Record<number, string[]> = {
  400: ['invalid_json', 'invalid_parameter', 'unsupported_media_type', 'payload_too_large'],
  401: ['unauthorized'],
  403: ['insufficient_permission', 'plan_upgrade_required', 'workspace_restricted', 'quota_exceeded'],
  404: ['not_found'],
  422: ['validation_error', 'idempotency_mismatch'],
  429: ['rate_limited'],
};

/** A response that is a success, or a refusal in exactly one of the two shapes of spec 7. Anything else fails. */
export function expectSuccessOrKnownRefusal(response: LightMyRequestResponse): void {
  const { statusCode } = response;
  if (statusCode === 200 || statusCode === 201) return;
  expect([statusCode, Object.keys(CODES).map(Number)]).toEqual([
    statusCode,
    expect.arrayContaining([statusCode]),
  ]);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const body: unknown = response.json();
  if (statusCode === 422 && typeof body === 'object' && body !== null && 'errors' in body) {
    expect(body).toEqual({ message: expect.any(String), errors: expect.any(Object) });
    expectMessages(body.errors);
    return;
  }
  expect(body).toEqual({
    error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object), ...TRACE },
  });
  const { error } = body as { error: { code: string; message: string; details: unknown } };
  expect(CODES[statusCode]).toContain(error.code);
  expect(error.message).not.toBe('');
  expectMessages(error.details);
}

/** A map from field name to a list of texts. */
function expectMessages(details: unknown): void {
  expect(typeof details).toBe('object');
  expect(Array.isArray(details)).toBe(false);
  for (const messages of Object.values(details as object)) {
    expect(Array.isArray(messages) && messages.length > 0).toBe(true);
    for (const message of messages) expect(typeof message).toBe('string');
  }
}
