import { request } from 'undici';

/** Downloads a file again and again. A process of its own: at this speed it would hold up the calls that are timed. */
const [url = '', key = '', milliseconds = '0'] = process.argv.slice(2);
const until = performance.now() + Number(milliseconds);
while (performance.now() < until) {
  const { statusCode, body } = await request(url, { headers: { 'x-api-key': key } });
  if (statusCode !== 200) throw new Error(`${url} was answered with ${statusCode}: ${await body.text()}`);
  for await (const _ of body);
}
