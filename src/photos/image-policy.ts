/** For images opened in a tab of their own: whatever their bytes are taken for, nothing in them may run or load. */
export const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
