import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHOICES = ['Inter', 'Segoe UI', 'Roboto', 'Noto Sans', 'Liberation Sans'];

/**
 * A machine without a desktop answers `system-ui` with its widest type. Browsers that are started from now on take one
 * that is as wide as what people have, as far as there is one.
 */
export function useCommonFonts(): void {
  const families = CHOICES.map((name) => `<string>${name}</string>`).join('');
  const rules = ['system-ui', 'sans-serif', 'sans'].map(
    (family) =>
      `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong">${families}</edit></match>`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${rules.join('')}</fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = file;
}
