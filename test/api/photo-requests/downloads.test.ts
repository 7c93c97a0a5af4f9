import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRequest } from '../../helpers/capture/customer.ts';
import { submitPlaces } from '../../helpers/capture/rounds.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

describe('a submission as a file, by API', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const download = (id: string, file: string) =>
    api.call('GET', `/v1/photo-requests/${id}/${file}`, { key: workspace.live.key });

  it('should be an archive of the photos, and a report', async () => {
    const { id, token } = await createRequest(api, workspace.live.key);
    for (const file of ['photos.zip', 'report.pdf'])
      expectError(await download(id, file), 422, 'validation_error', ['id']);
    await submitPlaces(api, token, [0, 1]);
    const zip = await download(id, 'photos.zip');
    expect(zip.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(zip.rawPayload.length),
      'content-disposition': expect.stringMatching(/^attachment; filename="\w+\.zip"/),
    });
    expect(zip.rawPayload.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    const report = await download(id, 'report.pdf');
    expect(report.headers).toMatchObject({ 'content-type': 'application/pdf' });
    expect(report.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    // What cannot be asked for is named, and the archive is not built for it.
    expectError(await download(id, 'photos.zip?photos=small'), 400, 'invalid_parameter', ['photos']);
  });
});
