import { writeFile } from 'node:fs/promises';
import { generateOpenApi } from './openapi.ts';

const document = await generateOpenApi();
await writeFile(new URL('../docs/openapi.json', import.meta.url), document);
process.stdout.write('docs/openapi.json is written\n');
