import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateOpenApi } from '../../scripts/openapi.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';

const FILE = 'docs/openapi.json';

describe('the OpenAPI document', () => {
  it('should be the one that the routes give', async () => {
    const committed = await readFile(join(PROJECT_ROOT, FILE), 'utf8');
    expect(await generateOpenApi(), `${FILE} is out of date: run npm run openapi`).toBe(committed);
  });

  it('should be the same each time it is generated', async () => {
    expect(await generateOpenApi()).toBe(await generateOpenApi());
  });

  it('should pass the linter', async () => {
    const { code, stdout, stderr } = await runProcess(
      process.execPath,
      ['node_modules/@redocly/cli/bin/cli.js', 'lint', FILE],
      { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
    );
    expect(code, stdout + stderr).toBe(0);
    expect(stdout + stderr).not.toMatch(/\b[1-9]\d* (errors?|warnings?)\b/);
  });
});
