/** Reloads the page and goes straight to the camera; the photos are kept. */
export function startAfresh(): void {
  location.hash = 'start';
  location.reload();
}
