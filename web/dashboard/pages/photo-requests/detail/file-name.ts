/** The name that a response's content-disposition gives its file. */
export function nameOf(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const [, plain] = /filename="([^"]+)"/i.exec(disposition ?? '') ?? [];
  return plain ?? 'download';
}
