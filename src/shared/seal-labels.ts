/** The assertion in which an installation says what it received (0095). */
export const RECEIPT_LABEL = 'org.shutterpost.receipt';
