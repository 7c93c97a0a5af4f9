import type { App } from './platform/http/typed-app.ts';
import type { Services } from './services.ts';

/** A feature's routes. `app.ts` has the one list of them. */
export type RouteGroup = (app: App, services: Services) => void;
