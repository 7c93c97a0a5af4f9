import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { CODE_PATTERN } from '../../../src/shared/short-code.ts';

/** The form of spec 2.1; ids are 20 or more lower-case base-32 characters. */
export const REQUEST_ID = /^req_[0-9a-hjkmnp-tv-z]{20,}$/;
export const WIRE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
export const UNIQUE_CODE = new RegExp(`^${CODE_PATTERN}$`);

/** What every error of the API has beside what spec 7.1 demands. */
export const TRACE = {
  request_id: expect.stringMatching(REQUEST_ID),
  doc_url: expect.stringMatching(/^https?:\/\/[^/]+\/docs\/errors#[a-z_]+$/),
};

/** What was refused, without which call it was. */
export function refusalOf(response: LightMyRequestResponse): unknown {
  const { request_id: _, ...error } = response.json().error;
  return error;
}

/** Holds a response against the shape of spec 7.1, exactly, and returns its details. */
export function expectError(
  response: LightMyRequestResponse,
  status: number,
  code: string,
  fields?: string[],
): Record<string, string[]> {
  const { message, details } = expectErrorBody(response.json(), code);
  expect(response.statusCode, message).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(response.headers['x-request-id']).toMatch(REQUEST_ID);
  expect(response.json().error.request_id).toBe(response.headers['x-request-id']);
  if (fields !== undefined) expect(Object.keys(details).sort()).toEqual([...fields].sort());
  return details;
}

export function expectErrorBody(
  body: unknown,
  code: string,
): { message: string; details: Record<string, string[]> } {
  expect(body).toStrictEqual({
    error: { code, message: expect.stringMatching(/\S/), details: expect.any(Object), ...TRACE },
  });
  expect(body).toHaveProperty('error.doc_url', expect.stringMatching(new RegExp(`#${code}$`)));
  const { message, details } = (body as { error: { message: string; details: Record<string, string[]> } })
    .error;
  expect(Array.isArray(details)).toBe(false);
  for (const messages of Object.values(details)) {
    expect(messages.length).toBeGreaterThan(0);
    for (const text of messages) expect(text).toMatch(/\S/);
  }
  return { message, details };
}

/** Spec 2.1: the response's data; its meta names the call by the id that the header carries too. */
export function expectData<T = Record<string, unknown>>(response: LightMyRequestResponse, status = 200): T {
  expect(response.statusCode, response.body.slice(0, 500)).toBe(status);
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  const body = response.json();
  expect(Object.keys(body).sort()).toEqual(['data', 'meta']);
  expect(body.meta.request_id).toMatch(REQUEST_ID);
  expect(body.meta.request_id).toBe(response.headers['x-request-id']);
  return body.data;
}
