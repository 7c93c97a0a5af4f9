import { expect, it } from 'vitest';
import { downloadName } from '../../src/photos/zip-names.ts';

it.each([
  ['CLM-20100', 'CLM-20100'],
  ['Schaden 12/2026: Müller', 'Schaden 12-2026- Müller'],
  ['../../etc/passwd', 'etc-passwd'],
  ['a\u202egpj.exe', 'a-gpj.exe'],
  ['..', 'K7MWQ2RX'],
  ['\u0000', 'K7MWQ2RX'],
  [null, 'K7MWQ2RX'],
  ['x'.repeat(200), 'x'.repeat(80)],
])(
  'should name the files of a request by its reference as far as a file can be called so: %j',
  (external_id, name) => {
    expect(downloadName({ external_id, unique_code: 'K7MWQ2RX' })).toBe(name);
  },
);
