import { createServices, type Platform, type Services } from '../../../src/services.ts';

/** The use cases beside the parts of the outside world that they work on, which a test looks at. */
export type WholeService = Services & Platform;

export function createWholeService(platform: Platform): WholeService {
  return { ...platform, ...createServices(platform) };
}
