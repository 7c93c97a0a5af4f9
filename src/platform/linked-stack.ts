import { readFileSync } from 'node:fs';

interface Begin {
  line: number;
  source: string;
}

const PLACE = /(?:file:\/\/)?(\/\S*\/dist\/linked\/[\w-]+\.js):(\d+):\d+/g;
const BEGIN = /^\/\/ (src\/\S+|node_modules\/\S+)$/;

const begins = new Map<string, Begin[]>();

/** A stack trace that says, beside each place in a linked file, which source that part of it was. */
export function withSources(stack: string): string {
  return stack.replaceAll(PLACE, (place, file: string, line: string) => {
    const source = beginsIn(file).findLast((begin) => begin.line < Number(line))?.source;
    return source === undefined ? place : `${source}, ${place}`;
  });
}

/** Read once a stack trace leads there. */
function beginsIn(file: string): Begin[] {
  const known = begins.get(file);
  if (known !== undefined) return known;
  const found = readBegins(file);
  begins.set(file, found);
  return found;
}

function readBegins(file: string): Begin[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((text, index) => {
        const source = BEGIN.exec(text)?.[1];
        return source === undefined ? [] : [{ line: index + 1, source }];
      });
  } catch {
    return [];
  }
}
