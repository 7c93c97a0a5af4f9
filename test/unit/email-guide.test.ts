import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

it('should name every kind of email that is sent, and no other, in the guide', () => {
  const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
  const [, kinds = ''] = /interface MailContent \{\n(.*?)\n\}/s.exec(read('src/email/mail-kinds.ts')) ?? [];
  const sent = [...kinds.matchAll(/^ {2}(\w+):/gm)].map(([, kind]) => kind);
  const named = [...read('docs/guides/email.md').matchAll(/^\| [^|]* \(`(\w+)`\) \|/gm)].map(
    ([, kind]) => kind,
  );
  expect(sent.length).toBeGreaterThan(4);
  expect(named.toSorted()).toEqual(sent.toSorted());
});
