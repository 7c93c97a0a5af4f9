import { z } from 'zod';
import { apiKey } from '../platform/http/access.ts';
import { errorResponses } from '../platform/http/responses.ts';
import { type App, idParams } from '../platform/http/typed-app.ts';
import { sendReport, sendZip, zipQuery } from './download-replies.ts';
import type { Downloads } from './downloads.ts';

/** Not JSON: sent as it is. */
const file = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: z.string().meta({ format: 'binary' }) } },
});

export function downloadRoutes(app: App, { downloads }: { downloads: Downloads }): void {
  const forReaders = { config: { access: apiKey('photo_requests:read') }, exposeHeadRoute: false };
  const tags = ['Photo requests'];

  app.get(
    '/photo-requests/:id/photos.zip',
    {
      ...forReaders,
      schema: {
        operationId: 'downloadPhotos',
        summary: 'Download the photos and answers of a submission as a ZIP archive',
        tags,
        params: idParams,
        querystring: zipQuery,
        response: {
          200: file('The archive.', 'application/zip'),
          ...errorResponses(400, 401, 403, 404, 422, 429),
        },
      },
    },
    async ({ caller, params, query }, reply) =>
      sendZip(reply as never, await downloads.zip(caller, params.id, query.photos)),
  );

  app.get(
    '/photo-requests/:id/report.pdf',
    {
      ...forReaders,
      schema: {
        operationId: 'downloadReport',
        summary: 'Download a submission as a printable report',
        description: 'At most three reports of a workspace are created at a time.',
        tags,
        params: idParams,
        response: {
          200: file('The report.', 'application/pdf'),
          ...errorResponses(401, 403, 404, 422, 429),
        },
      },
    },
    async ({ caller, params }, reply) =>
      sendReport(reply as never, await downloads.report(caller, params.id, caller.workspaceId)),
  );
}
