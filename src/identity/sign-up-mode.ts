/** `open`: anyone; `invite`: with an invitation to a workspace; `closed`: only those the operator created. */
export const SIGN_UP_MODES = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];
