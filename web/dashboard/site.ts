/** What the server says of itself before anyone has signed in; it stands in the page. */
export interface Site {
  /** For style tags made by scripts, which the content security policy refuses otherwise. */
  nonce: string;
  sign_up: 'open' | 'invite' | 'closed';
  mail_configured: boolean;
  /** Whether the browser sent a session cookie. Without one there is no need to ask who is there. */
  has_session_cookie: boolean;
}

export const site: Site = JSON.parse(document.getElementById('site')?.textContent ?? '{}');
