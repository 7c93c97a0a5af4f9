import type { Actor } from '../../audit/actor.ts';
import { changesBetween } from '../../audit/changes.ts';
import type { Audit } from '../../audit/service.ts';
import type { Database } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { WorkspaceRepository } from '../../workspaces/repository.ts';
import { workspaceRecord } from '../../workspaces/service.ts';
import { changedPolicy, type EvidencePolicy, type PolicyChanges, readPolicy, storePolicy } from './policy.ts';

export type EvidencePolicies = ReturnType<typeof createEvidencePolicies>;

/** What each workspace wants to follow from warnings. */
export function createEvidencePolicies(deps: {
  database: Database;
  workspaces: WorkspaceRepository;
  audit: Audit;
}) {
  const { database, workspaces, audit } = deps;
  return {
    async of(workspaceId: string): Promise<EvidencePolicy> {
      const row = await workspaces.find(workspaceId);
      if (row === undefined) throw notFound('The workspace');
      return readPolicy(row.evidence_policy);
    },

    /** Holds for the next submission. What was held or refused before stays as it is. */
    change(by: Actor, workspaceId: string, changes: PolicyChanges): Promise<EvidencePolicy> {
      return database.write(async (trx) => {
        const row = await workspaces.lock(trx, workspaceId);
        if (row === undefined) throw notFound('The workspace');
        const before = readPolicy(row.evidence_policy);
        const policy = changedPolicy(before, changes);
        const details = changesBetween(audited(before), audited(policy));
        if (Object.keys(details).length === 0) return policy;
        await workspaces.update(trx, workspaceId, { evidence_policy: storePolicy(policy) });
        await audit.record(trx, workspaceRecord(by, 'live_proof_changed', row, details));
        return policy;
      });
    },
  };
}

/** Each check as a field of its own; what the challenge is set to is not what a warning of its check does. */
function audited({ checks, challenge }: EvidencePolicy): Record<string, string> {
  const fields = Object.entries(checks).map(([check, consequence]) => [`${check}_check`, consequence]);
  return { ...Object.fromEntries(fields), challenge };
}
