import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readConfig, secretKeyOf } from '../../src/config/config.ts';
import { createCredentials } from '../../src/content-credentials/credentials.ts';
import { type SigningIdentity, sealJpeg } from '../../src/content-credentials/seal-jpeg.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { createIds } from '../../src/platform/ids.ts';
import { pooledRandom } from '../../src/platform/random.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { liveJpeg } from '../helpers/capture/jpeg-files.ts';
import { sealState } from '../helpers/content-credentials/official-reader.ts';
import { createTestIdentity, sealContent, WARNING } from '../helpers/content-credentials/signing.ts';
import { useFolderForAll } from '../helpers/hooks.ts';
import { operatorOf, operatorWithProcesses } from '../helpers/process/operator.ts';

describe('shutterpost verify', () => {
  const folder = useFolderForAll();
  const nowhere = join(folder, 'nowhere');
  const { authority, identity } = createTestIdentity();
  const path = (name: string) => join(folder, name);
  const operator = operatorOf({ DATA_DIR: nowhere });
  beforeAll(async () => {
    const jpeg = new Uint8Array(await liveJpeg());
    const hostile = sealContent({ evidence: [WARNING], workspaceName: 'Shop\u001b[2J' });
    const sealed = Buffer.from(await sealJpeg(jpeg, hostile, identity));
    expect(await sealState(sealed, { anchors: authority.certificate })).toBe('Trusted');
    const changed = Buffer.from(sealed);
    changed[changed.length - 50] = (changed.at(-50) ?? 0) ^ 1;
    writeFileSync(path('sealed.jpg'), sealed);
    writeFileSync(path('changed.jpg'), changed);
    writeFileSync(path('original.jpg'), jpeg);
    writeFileSync(path('ca.pem'), authority.certificate);
    writeFileSync(path('text.txt'), 'hello');
  });

  it('should end with 0 for a photo of a signer on the list, without a server or a database', async () => {
    const { code, stdout } = await operatorWithProcesses({ DATA_DIR: nowhere }).run(
      ...['verify', path('sealed.jpg'), '--trust', path('ca.pem')],
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^✓ Unchanged, and signed by someone you trust\n/);
    expect(stdout).toMatch(/Chain: +leads to the list you gave\n/);
    expect(stdout).toMatch(/Received by: +Shop \[2J at photos\.example\.com\n/);
    expect(stdout).toMatch(/Not claimed: +that a camera captured it, /);
    expect(stdout).toContain('warn     screen: It looks like a photo of a display.');
    expect(stdout).not.toContain('\u001b');
    expect(existsSync(nowhere)).toBe(false);
  });

  it.each([
    ['unknown_signer', 'sealed.jpg', /There is no installation here to compare with/],
    [
      'changed',
      'changed.jpg',
      /the picture is not the one that was signed[\s\S]*assertion\.dataHash\.mismatch/,
    ],
    ['no_credentials', 'original.jpg', /Ask for the sealed photo/],
    ['not_jpeg', 'text.txt', /Not a JPEG file/],
  ])('should end with 1 and say %s of %s', async (outcome, file, text) => {
    const shown = await operator.run('verify', path(file));
    expect(shown.code).toBe(1);
    expect(shown.stdout).toMatch(text);
    const { code, stdout } = await operator.run('verify', path(file), '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ file: path(file), outcome, installation_known: false });
  });

  it.each([
    ['no file', ['verify'], /Missing FILE\n[\s\S]*Usage: shutterpost verify FILE \[--trust PEM_FILE\]/],
    ['two files', ['verify', 'one.jpg', 'two.jpg'], /two\.jpg/],
    ['a file that is not there', ['verify', '/no/such.jpg'], /\/no\/such\.jpg cannot be read \(ENOENT\)/],
  ])('should end with 2 after %s', async (_what, args, expected) => {
    const { code, stderr } = await operator.run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });

  it('should end with 2 after a list without a certificate', async () => {
    const { code, stderr } = await operator.run('verify', path('sealed.jpg'), '--trust', path('text.txt'));
    expect([code, stderr]).toEqual([2, `${path('text.txt')} has no certificate in PEM in it\n`]);
  });

  it('should know the photos of the installation whose database it is run beside', async () => {
    const env = { DATA_DIR: path('data') };
    const here = operatorOf(env);
    await here.json('credentials', 'show');
    const sealed = await sealJpeg(new Uint8Array(await liveJpeg()), sealContent(), await identityOf(env));
    writeFileSync(path('ours.jpg'), sealed);
    expect(await here.json('verify', path('ours.jpg'))).toMatchObject({
      outcome: 'trusted',
      chain: 'installation',
      installation_known: true,
    });
  });
});

/** What the installation in this folder seals with. */
async function identityOf(env: Record<string, string>): Promise<SigningIdentity> {
  const config = readConfig(env);
  const database = await openDatabase(config);
  try {
    const credentials = createCredentials({
      database,
      clock: Date.now,
      ids: createIds(Date.now, pooledRandom()),
      secrets: createSecrets(secretKeyOf(config)),
      host: 'localhost',
    });
    return await credentials.identity();
  } finally {
    await database.close();
  }
}
