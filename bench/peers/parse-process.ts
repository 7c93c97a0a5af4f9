// Parse Server as it is by default. Usage: node bench/peers/parse-process.ts FOLDER (where npm has put it)
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { PORT, DATABASE_URL, DATA_DIR = '', APPLICATION_ID, MASTER_KEY } = process.env;
const [folder = ''] = process.argv.slice(2);
// It writes its logs to ./logs, and begins to do so before it knows any option.
process.chdir(DATA_DIR);
const { ParseServer } = createRequire(join(folder, 'package.json'))('parse-server');

const server = new ParseServer({
  appId: APPLICATION_ID,
  masterKey: MASTER_KEY,
  databaseURI: DATABASE_URL,
  serverURL: `http://127.0.0.1:${PORT}`,
});
await server.start();
const { app } = server;
createServer((request, response) => {
  if (request.url === '/healthz') response.end();
  else app(request, response);
}).listen(Number(PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
