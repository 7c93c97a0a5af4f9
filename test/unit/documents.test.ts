import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ORDER } from '../../scripts/check-order.ts';
import { ERROR_STATUS } from '../../src/platform/errors.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';
import { commandsOf } from '../helpers/process/printed-blocks.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const withoutCode = (markdown: string) => markdown.replace(/```.*?```/gs, '');

const DOCUMENTS = globSync(['*.md', '{docs,bench,examples,packages,web/dashboard}/**/*.md'], {
  cwd: PROJECT_ROOT,
}).filter((path) => !path.includes('node_modules'));

const contents: { title: string; pages: string[] }[] = JSON.parse(read('docs/contents.json'));
const OPERATORS = contents.find(({ title }) => title === 'For operators')?.pages ?? [];

/** Built, fetched, or a pattern of names. */
const PLACEHOLDERS = ['web/dist/', '.toolchain/', 'package.json', 'src/platform/db/migrations/NNNN-name.ts'];

/** As GitHub names the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/`|\*|\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const anchorsIn = (path: string) =>
  [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

function isDeadLink(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(PROJECT_ROOT, target))) return true;
  return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).includes(anchor);
}

describe('the documents', () => {
  it('should list every decision', () => {
    const list = read('docs/decisions/README.md');
    const decisions = globSync('docs/decisions/0*.md', { cwd: PROJECT_ROOT }).map((path) => basename(path));
    expect(decisions.filter((name) => !list.includes(`[${name.slice(0, 4)}](${name}) |`))).toEqual([]);
  });

  it('should link to files and headings that exist', () => {
    const dead = DOCUMENTS.flatMap((document) =>
      [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)]
        .map(([, link, image]) => link ?? image ?? '')
        .filter((link) => !/^[a-z]+:/.test(link) && isDeadLink(document, link))
        .map((link) => `${document}: ${link}`),
    );
    expect(DOCUMENTS.length).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });

  it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])(
    'should name files and folders that exist: %s',
    (document) => {
      const files = globSync(['*.ts', '{src,web,wasm,packages,test,scripts,bench,deploy,docs}/**'], {
        cwd: PROJECT_ROOT,
        exclude: (path) => /node_modules|dist|results/.test(path),
      }).map((path) => `/${path}`);
      const named = [
        ...withoutCode(read(document)).matchAll(/`([\w./-]+(?:\.(?:ts|tsx|js|json|md|conf|cfg)|\/))`/g),
      ]
        .map(([, name = '']) => name)
        .filter((name) => !PLACEHOLDERS.includes(name));
      const missing = named.filter(
        (name) => !files.some((file) => file.endsWith(`/${name.replace(/\/$/, '')}`)),
      );
      expect(named.length).toBeGreaterThan(15);
      expect(missing).toEqual([]);
    },
  );
});

describe('ARCHITECTURE.md', () => {
  const text = read('ARCHITECTURE.md');

  it('should draw the folders in the order that is enforced', () => {
    const [, picture = ''] = /## The order of the folders.*?```\n(.*?)```/s.exec(text) ?? [];
    const drawn = [...picture.matchAll(/^.{14}(\S+) /gm)].map(([, folder]) => folder);
    const enforced = ORDER.filter((folder) => !folder.includes('/'));
    expect(drawn.toReversed()).toEqual(enforced.map((folder) => (folder === '.' ? 'src/*.ts' : folder)));
  });
});

describe('CONTRIBUTING.md', () => {
  it('should be followed in that no test is tried twice', () => {
    const files = globSync(
      ['vitest.config.ts', 'package.json', '.ci/*', 'scripts/test.ts', 'test/**/*.{ts,js,mjs}'],
      { cwd: PROJECT_ROOT, exclude: (path) => path.includes('node_modules') },
    );
    expect(files.length).toBeGreaterThan(500);
    // As an option, also of the command line; a word in a text or the name of a header is none.
    const isSet = (text: string) => /-{2}retry\b|(?<![\w'-])retry\b"?\s*[:,}]/.test(text);
    expect(files.filter((file) => isSet(read(file)))).toEqual([]);
  });
});

describe('the guides', () => {
  const settings = () => {
    const [, names = ''] = /const NAMES = \[(.*?)\]/s.exec(read('src/config/config.ts')) ?? [];
    return [...names.matchAll(/'([A-Z0-9_]+)'/g)].map(([, name = '']) => name);
  };

  it.each(OPERATORS)('should set only settings that exist: %s', (guide) => {
    const blocks = commandsOf(read(`docs/guides/${guide}.md`)).map(({ block }) => block);
    const set = [...blocks.join('\n').matchAll(/^(?:export )?([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
    const others = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'VERSION', 'WORKSPACE'];
    expect(set.filter((name) => ![...settings(), ...others].includes(name))).toEqual([]);
  });

  it('should explain every setting, and none that does not exist', () => {
    const explained = [...read('docs/guides/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
      ([, name = '']) => name,
    );
    const known = settings();
    expect(known.length).toBeGreaterThan(10);
    expect(explained.toSorted()).toEqual([...known, 'NODE_ENV', 'OTEL_EXPORTER_OTLP_ENDPOINT'].toSorted());
  });

  it('should list every error code of the API with its status', () => {
    const listed = [...read('docs/guides/errors.md').matchAll(/^\| (\d{3}) \| \[`(\w+)`\]\(#\2\) \|/gm)];
    expect(Object.fromEntries(listed.map(([, status, code]) => [code, Number(status)]))).toEqual(
      ERROR_STATUS,
    );
  });
});
