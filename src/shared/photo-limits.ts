/** What a photo may be. Imports nothing: server, pages, benchmarks and tests all use this file. */

const MIB = 1024 * 1024;

/** The largest photo that is accepted. nginx.conf in deploy/ lets a little more through. */
export const MAX_PHOTO_BYTES = 15 * MIB;

/** What the customer's page aims at: below the limit, so that no rounding and no other encoder can exceed it. */
export const MAX_CAPTURED_BYTES = MAX_PHOTO_BYTES - MIB;

/** What is read of a refused body before its connection is closed: a whole photo, so that its sender gets the response. */
export const MAX_REFUSED_BODY_BYTES = MAX_PHOTO_BYTES + MIB;
