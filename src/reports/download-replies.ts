import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ZIP_VARIANTS } from '../photos/zip-download.ts';
import { contentDisposition } from '../platform/storage/content-disposition.ts';
import type { Downloads } from './downloads.ts';

export const zipQuery = z.object({
  photos: z
    .enum(ZIP_VARIANTS)
    .default('original')
    .meta({
      description: '`sealed`: the photos with content credentials.',
      examples: ['sealed'],
    }),
});

export function sendZip(reply: FastifyReply, archive: Awaited<ReturnType<Downloads['zip']>>) {
  return reply
    .headers({
      'content-type': 'application/zip',
      'content-length': archive.bytes,
      'content-disposition': contentDisposition('attachment', archive.name),
    })
    .send(archive.stream());
}

export function sendReport(reply: FastifyReply, report: Awaited<ReturnType<Downloads['report']>>) {
  return reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('inline', report.name),
    })
    .send(report.stream);
}
