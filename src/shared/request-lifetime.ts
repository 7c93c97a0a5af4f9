/** For how long a request is open, in hours. Imports nothing: server, web application and tests use this file. */
export const DEFAULT_LIFETIME_HOURS = 168;
export const MAX_LIFETIME_HOURS = 2_160;
