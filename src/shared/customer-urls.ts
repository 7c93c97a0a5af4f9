/** The addresses that a customer gets to see. */
export interface CustomerUrls {
  codeEntryUrl: string;
  requestUrl(token: string): string;
  permanentLinkUrl(slug: string): string;
}

export function createCustomerUrls(publicUrl: string): CustomerUrls {
  return {
    codeEntryUrl: `${publicUrl}/code`,
    requestUrl: (token) => `${publicUrl}/r/${token}`,
    permanentLinkUrl: (slug) => `${publicUrl}/p/${slug}`,
  };
}
