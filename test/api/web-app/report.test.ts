import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { photoKey } from '../../../src/photos/keys.ts';
import { readReport } from '../../helpers/app/printed-report.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { createRequest, createSubmitted } from './web-requests.ts';

describe('the report of a submission', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const path = (id: string) => `${owner.path}/photo-requests/${id}/report.pdf`;

  it('should be a PDF with every photo, for everyone in the workspace', async () => {
    const photo_slots = [{ instructions: 'Front' }, { instructions: 'Back' }];
    const { id, code } = await createSubmitted(api, owner, { photo_slots }, 2);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const response = await viewer.browser.call('GET', path(id));
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`report-${code}.pdf`),
      'cache-control': 'no-store',
    });
    const file = response.rawPayload.toString('latin1');
    expect(file).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
    expect(file.match(/\/DCTDecode/g)).toHaveLength(2);
  });

  it('should carry the logo and the reference, and say which photos were not sent', async () => {
    const person = await createOwner(api);
    await person.browser.call('PUT', `${person.path}/settings/logo`, undefined, {
      raw: await sharp({ create: { width: 90, height: 30, channels: 4, background: '#0a06' } })
        .png()
        .toBuffer(),
      headers: { 'content-type': 'image/png' },
    });
    const photo_slots = [
      { instructions: 'Front', is_required: true },
      { instructions: 'Inside', is_required: false },
      { instructions: 'Back', is_required: false },
    ];
    const created = await createRequest(person, { photo_slots, external_id: 'CLM-20100' });
    const customer = await openPage(api, 'request', created.token);
    await customer.send({ slot: 0, body: await smallPhoto(1) });
    await customer.send({ slot: 2, body: await smallPhoto(2) });
    await customer.submit();
    const of = `${person.path}/photo-requests/${created.id}`;
    const { rawPayload, headers } = await person.browser.call('GET', `${of}/report.pdf`);
    expect(headers['content-disposition']).toContain('filename="report-CLM-20100.pdf"');
    expect(rawPayload.toString('latin1').match(/\/DCTDecode/g)).toHaveLength(3);
    const lines = readReport(rawPayload).text.split('\n');
    const titles = ['1. Front', '2. Inside', '3. Back'].map((title) => lines.indexOf(title));
    expect(titles).toEqual(titles.toSorted((a, b) => a - b));
    expect(lines[lines.indexOf('2. Inside') + 1]).toBe('Not provided');
    expect(lines.filter((line) => line === 'Not provided')).toHaveLength(1);
    const zip = await person.browser.call('GET', `${of}/photos.zip`);
    expect(zip.headers['content-disposition']).toContain('filename="CLM-20100.zip"');
  });

  it('should print what the business wrote, in its own script', async () => {
    const instructions = 'कृपया दरवाज़े की तस्वीर लें।';
    const photo_slots = [{ instructions: 'Drzwi wejściowe: 正面' }];
    const { id } = await createSubmitted(api, owner, { instructions, photo_slots });
    const { rawPayload } = await owner.browser.call('GET', path(id));
    const { text } = readReport(rawPayload);
    expect(text.split('\n')).toEqual(expect.arrayContaining([instructions, '1. Drzwi wejściowe: 正面']));
  });

  it('should be refused for a request that is not submitted', async () => {
    const { id } = await createRequest(owner);
    expectRefusal(await owner.browser.call('GET', path(id)), 422, 'validation_error');
  });

  it('should be refused in words before it is begun when a file is missing', async () => {
    const { id } = await createSubmitted(api, owner);
    const photo = await rowOf(api.database, 'photos', { request_id: id });
    await api.services.storage.delete(photoKey(photo.id));
    const refused = await owner.browser.call('GET', path(id));
    expectRefusal(refused, 503, 'service_unavailable');
    expect(refused.headers['retry-after']).toBe('5');
  });

  it('should be created for a user a few times at once, and refused beyond', async () => {
    const { id } = await createSubmitted(api, owner);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const { storage } = api.services;
    const { open } = storage;
    const gate = Promise.withResolvers<void>();
    storage.open = async (key) => {
      await gate.promise;
      return open.call(storage, key);
    };
    try {
      const calls = Array.from({ length: 6 }, () => owner.browser.call('GET', path(id)));
      const refused = await Promise.any(
        calls.map(async (call) => {
          const response = await call;
          expect(response.statusCode).toBe(429);
          return response;
        }),
      );
      expectRefusal(refused, 429, 'rate_limited');
      expect(refused.headers['retry-after']).toBe('5');
      const theirs = viewer.browser.call('GET', path(id));
      gate.resolve();
      const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
      expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
      expect((await theirs).statusCode).toBe(200);
    } finally {
      gate.resolve();
      storage.open = open;
    }
    for (let count = 0; count < 5; count++) {
      expect((await owner.browser.call('GET', path(id))).statusCode).toBe(200);
    }
  });
});
