import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { useArchiveWorker } from '../helpers/archive/archive-scene.ts';
import {
  ARCHIVE_BUCKET,
  ARCHIVE_SECRET,
  ARCHIVE_USER,
  startStrictS3,
} from '../helpers/archive/archive-server.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { noticed, PHONE, pathOf, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { createRequest } from '../helpers/capture/customer.ts';
import { submitPlaces } from '../helpers/capture/rounds.ts';
import { updateRows } from '../helpers/database/stored-rows.ts';
import { useForEach } from '../helpers/hooks.ts';

const stage = startDashboard();

describe('the page of the archive', () => {
  const worker = useArchiveWorker({
    get services() {
      return stage.api.services;
    },
  } as typeof stage.api);
  const s3 = useForEach(startStrictS3, 'close');

  it('should set it up, say what is wrong, show what was copied and resend what failed', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'archive'));
    const fill = (name: string, value: string) => page.getByTestId(`archive-${name}`).fill(value);
    await fill('url', s3.url);
    await fill('bucket', ARCHIVE_BUCKET);
    await fill('username', ARCHIVE_USER);
    await fill('secret', 'wrong');
    await page.getByTestId('test-archive').click();
    await page.getByTestId('test-result').getByText('The secret access key is wrong.').waitFor();
    await fill('secret', ARCHIVE_SECRET);
    await page.getByTestId('test-archive').click();
    await page.getByText('It works.').waitFor();
    await fill('pattern', '../{id}/{photo_id}.jpg');
    await page.getByText('No folder or file may begin with a dot').waitFor();
    expect(await page.getByTestId('save-archive').isDisabled()).toBe(true);
    await fill('pattern', '{code}/{slot}-{n}.jpg');
    await page.getByText('Example: K7M2-XQ4P/01-1.jpg').waitFor();
    await expectAccessible(page, 'archive form');
    await page.getByTestId('save-archive').click();
    await noticed(page, 'Archive set up.');

    const { key } = await stage.api.createKey(owner.workspaceId);
    const { id, token } = await createRequest(stage.api, key, {
      photo_slots: [{ instructions: 'Front' }, { instructions: 'Back' }],
    });
    await submitPlaces(stage.api, token, [0, 1]);
    await worker.settled();
    await page.getByText('Everything is copied.').waitFor();
    await page.reload();
    await page.getByTestId('copies').getByText('02-1.jpg').waitFor();
    expect(s3.files.size).toBe(4);

    const error = 'The archive is full. (507)';
    await updateRows(
      stage.api.database,
      'archive_copies',
      { request_id: id, kind: 'report' },
      { status: 'failed', error },
    );
    await page.goto(stage.url + pathOf(owner, `photo-requests/${id}`));
    await page.getByTestId('archived').getByText('1 of 4 files failed').waitFor();
    await page.getByText(error).waitFor();
    await expectAccessible(page, 'archived request');
    await page.getByRole('link', { name: 'View files' }).click();
    await page.getByTestId('copies').getByText(error).waitFor();
    s3.files.clear();
    await page.getByTestId('resend-failed').click();
    await noticed(page, 'Failed files are being copied again.');
    await worker.settled();
    await page.getByTestId('resend-failed').waitFor({ state: 'detached' });
    expect([...s3.files.keys()]).toEqual([expect.stringMatching(/report\.pdf$/)]);

    await page.getByTestId('archive-remove').click();
    await page.getByTestId('confirm-action').click();
    await noticed(page, 'Archive disconnected.');
    await page.getByRole('button', { name: 'Set up archive' }).waitFor();
  });

  it('should fit on a phone', async () => {
    const owner = await stage.createOwner();
    const by = { ...OPERATOR, workspaceId: owner.workspaceId, environment: 'live' as const };
    await stage.api.services.archiveSettings.save(by, {
      ...{ kind: 'webdav', url: `${s3.url}/remote.php/dav/files/me/Photos`, username: 'me', secret: 'x' },
      ...{ photos: 'both', report: true, request_json: true, only_approved: false },
      pattern: '{date}/{external_id}/{slot}-{n}.jpg',
    });
    const { key } = await stage.api.createKey(owner.workspaceId);
    const { token } = await createRequest(stage.api, key, {
      photo_slots: [{ instructions: 'Front' }],
      external_id: 'A long reference of a claim 4711-2026',
    });
    await submitPlaces(stage.api, token, [0]);
    await worker.settled();
    const page = await stage.open(owner, pathOf(owner, 'archive'), { viewport: PHONE });
    await page.getByTestId('archive-failing').waitFor();
    await page.getByTestId('copies').getByText('report.pdf').waitFor();
    await expectToFit(page, 'archive');
    await expectAccessible(page, 'archive on a phone');
  });
});
