import type { Member } from '../identity/member.ts';
import { MAX_LOGO_BYTES } from '../photos/uploaded-image.ts';
import { validationError } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import { envelope } from '../platform/http/envelope.ts';
import { takeImages } from '../platform/http/image-body.ts';
import { success } from '../platform/http/responses.ts';
import type { App } from '../platform/http/typed-app.ts';
import { WORKSPACE, workspaceParams } from '../platform/http/workspace-route.ts';
import { settingsResponse, toSettings } from '../workspaces/web-schema.ts';
import type { BrandService } from './brand.ts';

export function logoWebRoutes(app: App, { brands }: { brands: BrandService }): void {
  const responses = { 200: success('The current settings.', settingsResponse) };

  takeImages(app);

  app.put(
    `${WORKSPACE}/settings/logo`,
    {
      config: { access: member('admin') },
      // More than a logo may have, so that a larger one is refused in words.
      bodyLimit: 4 * MAX_LOGO_BYTES,
      schema: { params: workspaceParams, response: responses },
    },
    async (request) => {
      const { member, body } = request as { member: Member; body: unknown };
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw validationError({ logo: ['Must be a PNG or JPEG image, sent as the body.'] });
      }
      const row = await brands.change(member, member.workspaceId, { logo: body });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );

  app.delete(
    `${WORKSPACE}/settings/logo`,
    { config: { access: member('admin') }, schema: { params: workspaceParams, response: responses } },
    async (request) => {
      const { member } = request;
      const row = await brands.change(member, member.workspaceId, { logo: null });
      return envelope(request, toSettings(row, member.ipAddress));
    },
  );
}
