/** All that can be used, as they are read. */
export const USABLE_TEMPLATES = { is_archived: 'false', limit: 100 } as const;
