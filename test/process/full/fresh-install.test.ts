import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SECRET_KEY } from '../../helpers/app/test-platform.ts';
import { runProcess } from '../../helpers/process/child-process.ts';
import { npmSettings } from '../../helpers/process/installed-packages.ts';
import { copyProject } from '../../helpers/process/project-copy.ts';

/** Ends an installation that hangs; it depends on the network, too. */
const TIME_LIMIT = { timeout: 1_200_000 };

describe('a fresh clone', () => {
  it('should install by itself, development packages too, and run the command', TIME_LIMIT, async () => {
    const copy = copyProject({ isWhole: true });
    onTestFinished(copy.remove);
    const command = () =>
      runProcess(
        'npm',
        ['run', '-s', 'shutterpost', '--', 'workspace', 'list', '--json'],
        {
          ...npmSettings(),
          NODE_ENV: 'production',
          SECRET_KEY,
          DATA_DIR: copy.path('data'),
        },
        { cwd: copy.folder },
      );
    const first = await command();
    expect(first).toMatchObject({ code: 0, stdout: '{"data":[]}\n' });
    expect(first.stderr).toContain('Installing packages');
    expect(existsSync(copy.path('node_modules', 'vitest', 'package.json'))).toBe(true);

    expect(await command()).toMatchObject({ code: 0, stdout: '{"data":[]}\n', stderr: '' });
  });
});
