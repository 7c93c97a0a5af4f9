// Fills the cache of compiled code while the image is built: a container cannot write to it.
import { globSync } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';

if (getCompileCacheDir() === undefined) throw new Error('NODE_COMPILE_CACHE is not set');
const isStartedByItself = (file) => /-entry\.js$/.test(file);
for (const file of globSync('dist/linked/*.js').filter((file) => !isStartedByItself(file))) {
  await import(new URL(`../${file}`, import.meta.url));
}
flushCompileCache();
