/** How long plugins take is no news to whoever starts the server for the first time on a slow machine. */
export const QUIET = { checks: { bundlerTimings: false } };
