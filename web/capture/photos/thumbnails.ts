/** One address per photo, so that a picture on the screen is not fetched again whenever the server signs a new one. */
export interface Thumbnails {
  of(clientId: string, make: () => string): string;
  delete(clientId: string): void;
}

export function createThumbnails(): Thumbnails {
  const addresses = new Map<string, string>();
  return {
    of(clientId, make) {
      const address = addresses.get(clientId) ?? make();
      addresses.set(clientId, address);
      return address;
    },
    delete(clientId) {
      const address = addresses.get(clientId);
      if (address?.startsWith('blob:')) URL.revokeObjectURL(address);
      addresses.delete(clientId);
    },
  };
}
