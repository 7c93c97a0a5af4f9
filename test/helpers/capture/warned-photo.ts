import { OPERATOR } from '../../../src/audit/actor.ts';
import type { PolicyChanges } from '../../../src/photos/evidence/policy.ts';
import type { TestApp } from '../app/test-app.ts';
import { reportedPhoto } from './report.ts';

/** What a person needs to take a photo. */
export const UNHURRIED_MS = 8_000;

/** A photo that the check of the page warns of, and no other. */
export function warnedPhoto(seed: number): Promise<Buffer> {
  return reportedPhoto(seed, { page: { automated: true, patched: [], aimed: 2_400 } });
}

/** From the next submission on. */
export async function setPolicy(api: TestApp, workspaceId: string, changes: PolicyChanges): Promise<void> {
  await api.services.evidencePolicies.change(OPERATOR, workspaceId, changes);
}
