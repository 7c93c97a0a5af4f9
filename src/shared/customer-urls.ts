export type CustomerUrls = ReturnType<typeof createCustomerUrls>;

/** The addresses that a customer gets to see. */
export function createCustomerUrls(publicUrl: string) {
  return {
    codeEntryUrl: `${publicUrl}/code`,
    requestUrl: (token: string) => `${publicUrl}/r/${token}`,
    permanentLinkUrl: (slug: string) => `${publicUrl}/p/${slug}`,
  };
}
