/** The shortest password. Imports nothing: the server and the web application both use this file. */
export const MIN_PASSWORD_LENGTH = 12;
