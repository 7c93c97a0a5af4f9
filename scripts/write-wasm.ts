// Compiles wasm/*.ts. The compiler takes more room than everything else that is installed here, so it is fetched when needed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moduleText, sourceHash } from './wasm-module.ts';

const COMPILER = 'assemblyscript@0.28.20';
const OPTIONS = ['-O3', '--runtime', 'stub', '--enable', 'simd', '--noAssert'];

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'shutterpost-wasm-'));
try {
  const compiled = join(folder, 'jpeg-scan.wasm');
  const asc = ['exec', '--yes', `--package=${COMPILER}`, '--', 'asc'];
  execFileSync('npm', [...asc, 'wasm/jpeg-scan.ts', ...OPTIONS, '-o', compiled], {
    cwd: root,
    stdio: 'inherit',
  });
  const text = moduleText(readFileSync(compiled), sourceHash());
  writeFileSync(join(root, 'src/photos/jpeg-scan-wasm.ts'), text);
  process.stdout.write('src/photos/jpeg-scan-wasm.ts is written\n');
} finally {
  rmSync(folder, { recursive: true });
}
