/** How long a session of the camera page is good for. Imports nothing: the server and the customer's page use this file. */

const HOUR_MS = 3_600_000;

/** Photos can be taken under a session for two hours. */
export const TAKING_MS = 2 * HOUR_MS;
/** A phone that was out of reach may still send what it took in that time. */
export const SENDING_MS = 24 * HOUR_MS;
/** Longer than any session of a chain of devices can still be used: nothing of it needs to be kept. */
export const FORGOTTEN_MS = 2 * SENDING_MS;
