import { expect } from 'vitest';
import { runProcess } from './child-process.ts';
import type { Reader } from './reader.ts';

/** A block of a document that is a command or a program. */
export interface Block {
  /** Its first line begins so. */
  begins: string;
  /** What the document takes for granted there. */
  before?: (reader: Reader) => Promise<void> | void;
  /** The document says that it is refused. */
  refused?: string;
  /** It starts the service, which the blocks after it speak to. */
  starts?: true;
  /** Why it is not run here. */
  notRun?: string;
}

/** Responses, texts, and settings of other programs. */
const NO_COMMANDS = ['', 'json', 'text', 'yaml'];

/** Every block that is a command or a program, as it is printed. */
export function commandsOf(markdown: string): { language: string; block: string }[] {
  return [...markdown.matchAll(/^( *)```(\w*)\n([\s\S]*?)\n\1```$/gm)].flatMap(
    ([, indent = '', language = '', block = '']) =>
      NO_COMMANDS.includes(language)
        ? []
        : [{ language, block: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }],
  );
}

/** Runs the blocks of a document in their order. */
export async function tryBlocks(
  markdown: string,
  known: Block[],
  reader: Reader,
  placed: (block: string) => string = (block) => block,
): Promise<void> {
  const printed = commandsOf(markdown);
  expect(printed.map(({ block }, index) => begun(block, known[index]))).toEqual(
    known.map(({ begins }) => begins),
  );
  for (const [index, { before, refused, starts, notRun }] of known.entries()) {
    const { language = '', block = '' } = printed[index] ?? {};
    if (notRun === undefined) {
      await before?.(reader);
      if (starts) await reader.start(placed(block));
      else
        expect([block, await reader.run(placed(block))]).toEqual([
          block,
          refused === undefined ? [] : [refused],
        ]);
    } else if (language === 'sh')
      expect(await runProcess('sh', ['-nc', block])).toMatchObject({ code: 0, stderr: '' });
  }
}

function begun(block: string, known: Block | undefined): string {
  return known !== undefined && block.startsWith(known.begins) ? known.begins : (block.split('\n')[0] ?? '');
}
