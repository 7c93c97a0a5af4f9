/** The words of a text, for lists that are easier to read in lines than one word below the other. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
