// What threads and processes begin with whose server runs from its sources: with what was linked, where that is current.
// Those that begin with TypeScript load what strips types, which takes time and memory each.
import { load } from './linked.js';

await load(process.argv[2] ?? '');
