/** What a photo request may be. Imports nothing: the server and the web application use this file. */
export const STATUSES = ['pending', 'in_progress', 'submitted', 'expired', 'canceled'] as const;
export const TYPES = ['one_time', 'permanent'] as const;
