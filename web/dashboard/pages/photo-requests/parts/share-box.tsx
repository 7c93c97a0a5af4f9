import { Button } from '@mantine/core';
import { phoneText } from '../../../../../src/shared/phone-texts.ts';
import { displayCode } from '../../../../../src/shared/short-code.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { CopyButton, Icon, useNotify } from '../../../components/index.ts';
import { mailtoOf } from './mailto.ts';
import { smsLink, whatsappLink } from './phone-links.ts';
import { QrCode } from './qr-code.tsx';
import styles from './share-box.module.css';

/** Every way to bring a customer to the page: the link, the picture of it, and the code to type. */
export function ShareBox({
  url,
  code,
  codeEntryUrl,
  text,
  recipient = null,
  phone = null,
  locale = 'en',
}: {
  url: string;
  code: string;
  codeEntryUrl: string;
  /** Goes along when the link is shared. */
  text: string;
  /** The customer's address, where it is known. */
  recipient?: string | null;
  /** The customer's number, where it is known. */
  phone?: string | null;
  /** In which the customer is written to. */
  locale?: string;
}) {
  const shown = displayCode(code);
  return (
    <div className={styles.box} data-testid="share-box">
      <QrCode value={url} label={`QR code for ${url}`} className={styles.qr} />
      <div className={styles.ways}>
        <div>
          <h3>Link</h3>
          <p className={styles.link}>
            <a href={url} target="_blank" rel="noopener noreferrer" data-testid="request-url">
              {url}
            </a>
          </p>
          <div className={styles.buttons}>
            <CopyButton value={url} label="Copy link" variant="filled" />
            <ShareButton url={url} text={text} recipient={recipient} />
            <ChatButtons url={url} phone={phone} locale={locale} />
          </div>
        </div>
        <div>
          <h3>Short code</h3>
          <p className={styles.codeLine}>
            <b className={styles.code} data-testid="request-code">
              {shown}
            </b>
            <CopyButton value={shown} label="Copy code" compact />
          </p>
          <p className={styles.hint}>
            Customers can enter it at{' '}
            <a href={codeEntryUrl} target="_blank" rel="noopener noreferrer">
              {withoutScheme(codeEntryUrl)}
            </a>
            .
          </p>
        </div>
      </div>
    </div>
  );
}

interface Shared {
  url: string;
  text: string;
  recipient: string | null;
}

function ShareButton({ url, text, recipient }: Shared) {
  const notify = useNotify();
  if (typeof navigator.share !== 'function') return <MailButton {...{ url, text, recipient }} />;
  const share = async () => {
    try {
      await navigator.share({ url, text });
    } catch (error) {
      if ((error as Error).name !== 'AbortError')
        notify.failure('The link couldn’t be shared. Copy it instead.');
    }
  };
  return (
    <Button variant="default" leftSection={<Icon name="send" size={16} />} onClick={share}>
      Share
    </Button>
  );
}

/** Browsers without a share menu have a mail program. */
function MailButton(shared: Shared) {
  const { name } = useWorkspace();
  return (
    <Button
      component="a"
      href={mailtoOf({ ...shared, sender: name })}
      data-testid="write-email"
      variant="default"
      leftSection={<Icon name="mail" size={16} />}
    >
      Compose email
    </Button>
  );
}

/** They open the sender's own WhatsApp or messages, with the text filled in: no provider is needed. */
function ChatButtons({ url, phone, locale }: { url: string; phone: string | null; locale: string }) {
  const { name } = useWorkspace();
  const text = phoneText({ kind: 'photo_request', locale, business: name, link: url, hasStopNote: false });
  return (
    <>
      <Button
        component="a"
        href={whatsappLink(text, phone)}
        target="_blank"
        rel="noopener noreferrer"
        data-testid="share-whatsapp"
        variant="default"
        leftSection={<Icon name="chat" size={16} />}
      >
        WhatsApp
      </Button>
      <Button
        component="a"
        href={smsLink(text, phone)}
        data-testid="share-sms"
        variant="default"
        leftSection={<Icon name="phone" size={16} />}
      >
        Text
      </Button>
    </>
  );
}

export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, '');
}
