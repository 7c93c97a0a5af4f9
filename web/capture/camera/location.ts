import type { Position } from '../responses.ts';

export interface Locator {
  /** Asks once; later calls only make sure that it runs. */
  start(): void;
  stop(): void;
  current(): Position | null;
  /** The browser is asking the customer. */
  isAsking(): boolean;
}

/** Where the photos are taken, if the customer likes; nothing ever waits for it. */
export function createLocator(on: { changed(): void }): Locator {
  let watch: number | null = null;
  let position: Position | null = null;
  let refused = false;
  let asking = false;

  function answered(): void {
    asking = false;
    on.changed();
  }
  return {
    start() {
      if (watch !== null || refused || !('geolocation' in navigator)) return;
      asking = position === null;
      watch = navigator.geolocation.watchPosition(
        ({ coords }) => {
          const accuracy = Math.round(coords.accuracy);
          position = {
            lat: coords.latitude,
            lng: coords.longitude,
            ...(Number.isFinite(accuracy) && { accuracy }),
          };
          if (asking) answered();
        },
        (error) => {
          refused = error.code === error.PERMISSION_DENIED;
          answered();
        },
        { enableHighAccuracy: true, maximumAge: 60_000, timeout: 30_000 },
      );
    },
    stop() {
      if (watch !== null) navigator.geolocation.clearWatch(watch);
      watch = null;
    },
    current: () => position,
    isAsking: () => asking,
  };
}
