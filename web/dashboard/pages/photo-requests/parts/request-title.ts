/** What a request is called in lists: the reference that the team gave it, or what it asks for. */
export function titleOf({
  external_id,
  instructions,
}: {
  external_id: string | null;
  instructions: string;
}): string {
  return external_id ?? instructions.trim().split('\n', 1)[0] ?? '';
}
