/** Opens WhatsApp with the message filled in; without a number, the sender chooses the chat. */
export function whatsappLink(text: string, number: string | null): string {
  return `https://wa.me/${(number ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;
}

/** Opens the phone's own messages. `?&` is what both iPhones and Android phones understand. */
export function smsLink(text: string, number: string | null): string {
  return `sms:${number ?? ''}?&body=${encodeURIComponent(text)}`;
}
