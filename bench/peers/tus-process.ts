// tus with its file store. Usage: node bench/peers/tus-process.ts FOLDER (where npm has put both)
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { PORT, DATA_DIR = '' } = process.env;
const [folder = ''] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { Server } = load('@tus/server');
const { FileStore } = load('@tus/file-store');

const directory = join(DATA_DIR, 'photos');
mkdirSync(directory, { recursive: true });
const tus = new Server({
  path: '/photos',
  datastore: new FileStore({ directory }),
  // The benchmark counts files by this name.
  namingFunction: (_request: Request, metadata: { filename: string }) => metadata.filename,
});
createServer((request, response) => {
  if (request.url === '/healthz') response.end();
  else tus.handle(request, response);
}).listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
