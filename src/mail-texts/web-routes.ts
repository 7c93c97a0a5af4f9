import { accountKey, applyThrottle } from '../identity/throttle.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import type { MailTextService } from './service.ts';
import {
  mailPreviewResponse,
  mailTextBody,
  mailTextKey,
  mailTextResponse,
  mailTextsResponse,
  mailTrialResponse,
} from './web-schema.ts';

const PATH = `${WORKSPACE}/settings/mail-texts`;

export function mailTextWebRoutes(
  app: App,
  { mailTexts, rateLimiter }: { mailTexts: MailTextService; rateLimiter: RateLimiter },
): void {
  const admin = { config: { access: member('admin') } };
  const one = { 200: success('What customers get now.', mailTextResponse) };

  app.get(
    PATH,
    {
      config: { access: member('viewer') },
      schema: {
        params: workspaceParams,
        response: { 200: success('The words of the emails to customers.', mailTextsResponse) },
      },
    },
    async (request) => envelope(request, await mailTexts.list(request.member.workspaceId)),
  );

  app.put(
    PATH,
    { ...admin, schema: { params: workspaceParams, body: mailTextBody, response: one } },
    async (request) => {
      const { member, body } = request;
      return envelope(request, await mailTexts.save(member, member.workspaceId, body));
    },
  );

  app.post(
    `${PATH}/reset`,
    { ...admin, schema: { params: workspaceParams, body: mailTextKey, response: one } },
    async (request) => {
      const { member, body } = request;
      return envelope(request, await mailTexts.reset(member, member.workspaceId, body));
    },
  );

  app.post(
    `${PATH}/preview`,
    {
      ...admin,
      schema: {
        params: workspaceParams,
        body: mailTextBody,
        response: { 200: success('The email as customers would get it.', mailPreviewResponse) },
      },
    },
    async (request) => {
      const { member, body } = request;
      return envelope(request, await mailTexts.preview(member.workspaceId, body));
    },
  );

  app.post(
    `${PATH}/trial`,
    {
      ...admin,
      schema: {
        params: workspaceParams,
        body: mailTextBody,
        response: { 200: success('The email is on its way to you.', mailTrialResponse) },
      },
    },
    async (request) => {
      const { member, body } = request;
      await applyThrottle(rateLimiter, 'mailTrials', [accountKey(member.userId)]);
      return envelope(request, { sent_to: await mailTexts.sendTrial(member, member.workspaceId, body) });
    },
  );
}
