import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { loadAssets } from '../capture/pages/index.ts';
import type { Config } from '../config/config.ts';
import { checkDiskSpace } from '../platform/disk-space.ts';
import { projectFile } from '../platform/project-files.ts';
import { loadWebAppAssets } from '../web-app/page-assets.ts';
import { type Check, failure, ok, warning } from './finding.ts';

const WEB_BUILD = projectFile('web/dist');
const GIB = 1024 ** 3;

export function nodeCheck(): Check {
  const needed = Number(/\d+/.exec(packageJson.engines.node)?.[0]);
  const remedy = `Install Node.js ${needed} or newer.`;
  return {
    name: 'Node.js',
    remedy,
    run: async () => {
      const version = process.versions.node;
      return Number.parseInt(version, 10) >= needed ? ok(version) : failure(`${version} is too old.`, remedy);
    },
  };
}

export function webBuildCheck(folder: string = WEB_BUILD): Check {
  return {
    name: 'web pages',
    remedy: 'Run "npm start" once to build them, or install a release that includes them.',
    run: async () => {
      await loadAssets(folder);
      await loadWebAppAssets(join(folder, 'app'));
      return ok('are built');
    },
  };
}

export function dataFolderCheck({ dataDir }: Config): Check {
  return {
    name: 'data folder',
    remedy: 'Give the server’s user write permission there, or set DATA_DIR to another folder.',
    async run() {
      if (!existsSync(dataDir)) return warning(`${dataDir} does not exist.`, 'The first start creates it.');
      const probe = join(dataDir, `.doctor-${randomUUID()}`);
      await writeFile(probe, Buffer.alloc(4096), { mode: 0o600, flush: true }).finally(() =>
        rm(probe, { force: true }),
      );
      return ok(`${dataDir} is writable`);
    },
  };
}

export function diskSpaceCheck({ dataDir }: Config): Check {
  const remedy = 'Free up space or use a larger disk. On a full disk, no photos can be received.';
  return {
    name: 'disk space',
    remedy,
    async run() {
      const folder = existsSync(dataDir) ? dataDir : '/';
      const { bavail, blocks, bsize } = await statfs(folder);
      const share = Math.round((100 * bavail) / blocks);
      const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB (${share}%) free on the disk of ${folder}`;
      // The same line at which the server itself begins to warn.
      return checkDiskSpace([folder]).then(
        () => (share < 10 ? warning(free, remedy) : ok(free)),
        () => failure(free, remedy),
      );
    },
  };
}
