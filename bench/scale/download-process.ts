import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

/** 200 Mbit/s: whoever takes more than any line gives would also take the processor from the calls that are timed. */
const BYTES_PER_MS = 25_000;

/** Downloads a file again and again, in a process of its own for the same reason. */
const [url = '', key = '', milliseconds = '0'] = process.argv.slice(2);
const startedAt = performance.now();
const elapsed = () => performance.now() - startedAt;
let bytes = 0;
while (elapsed() < Number(milliseconds)) {
  const { statusCode, body } = await request(url, { headers: { 'x-api-key': key } });
  if (statusCode !== 200) throw new Error(`${url} got ${statusCode}: ${await body.text()}`);
  for await (const chunk of body) {
    bytes += chunk.length;
    const ahead = bytes / BYTES_PER_MS - elapsed();
    if (ahead > 1) await delay(ahead);
  }
}
