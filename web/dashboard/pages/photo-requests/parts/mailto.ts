/** An email to the customer, for the mail program to open: whom to, about what, and the link. */
export function mailtoOf(email: {
  recipient: string | null;
  sender: string;
  text: string;
  url: string;
}): string {
  const { recipient, sender, text, url } = email;
  // Line breaks as RFC 6068 has them.
  const body = `${text}\n\n${url}`.replace(/\r?\n/g, '\r\n');
  const fields = { subject: `Photo request from ${sender}`, body };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const to = encodeURIComponent(recipient ?? '').replaceAll('%40', '@');
  return `mailto:${to}?${query.join('&')}`;
}
