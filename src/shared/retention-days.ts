/** For how long a workspace may keep submissions. Imports nothing: the server and the web application use this file. */
export const MAX_RETENTION_DAYS = 3_650;
