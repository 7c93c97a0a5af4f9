import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';

const PACKAGE = join(PROJECT_ROOT, 'packages', 'capture-element');
const TSC = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** A site that uses both, and one line that must not pass. */
const SITE = `
import '@shutterpost/capture-element';
import { ShutterpostCapture } from '@shutterpost/capture-element/react';

const capture = document.createElement('shutterpost-capture');
capture.mode = 'inline';
capture.addEventListener('submitted', ({ detail }) => detail?.photo_request_id.trim());
capture.addEventListener('error', ({ detail }) => detail.code.trim());
ShutterpostCapture({ url: '', onSubmitted: (receipt) => receipt?.signature.trim() });
// @ts-expect-error
capture.mode = 'sideways';
`;

describe('the types of the element', () => {
  const folder = useFolderForAll();

  it('should be those of its source, as published', async () => {
    const installed = join(folder, 'node_modules', '@shutterpost', 'capture-element');
    mkdirSync(installed, { recursive: true });
    for (const name of ['@types', 'csstype'])
      symlinkSync(join(PROJECT_ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    cpSync(join(PACKAGE, 'package.json'), join(installed, 'package.json'));
    const built = await runProcess(process.execPath, [
      TSC,
      '-p',
      PACKAGE,
      '--outDir',
      join(installed, 'dist'),
    ]);
    expect(built).toMatchObject({ code: 0, stdout: '' });
    writeFileSync(join(folder, 'site.mts'), SITE);
    const options = '--noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module nodenext';
    const args = [TSC, ...options.split(' '), 'site.mts'];
    expect(await runProcess(process.execPath, args, {}, { cwd: folder })).toMatchObject({
      code: 0,
      stdout: '',
    });
  });
});
