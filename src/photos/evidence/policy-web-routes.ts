import { member } from '../../platform/http/access.ts';
import { envelope, enveloped } from '../../platform/http/envelope.ts';
import { success } from '../../platform/http/responses.ts';
import type { App } from '../../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../../platform/http/workspace-route.ts';
import type { EvidencePolicies } from './policies.ts';
import { changePolicyBody, policySchema } from './policy.ts';

export function evidencePolicyWebRoutes(
  app: App,
  { evidencePolicies }: { evidencePolicies: EvidencePolicies },
): void {
  const path = `${WORKSPACE}/settings/live-proof`;
  const response = { 200: success('What follows from warnings.', enveloped(policySchema)) };

  app.get(
    path,
    { config: { access: member('viewer') }, schema: { params: workspaceParams, response } },
    async (request) => envelope(request, await evidencePolicies.of(request.member.workspaceId)),
  );

  app.patch(
    path,
    {
      config: { access: member('admin') },
      schema: { params: workspaceParams, body: changePolicyBody, response },
    },
    async (request) => {
      const { member, body } = request;
      return envelope(request, await evidencePolicies.change(member, member.workspaceId, body));
    },
  );
}
