import { type Message, messageOf, type Receipt } from './messages.ts';
import { STYLES } from './styles.ts';
import { wordsIn } from './words.ts';

export type { Receipt };

export interface CaptureEvents {
  ready: CustomEvent<null>;
  photo: CustomEvent<{ count: number }>;
  submitted: CustomEvent<Receipt | null>;
  closed: CustomEvent<null>;
  error: CustomEvent<{ code: string }>;
}

declare global {
  interface HTMLElementTagNameMap {
    'shutterpost-capture': ShutterpostCapture;
  }
}

/** How long after its frame has loaded a page is given to say that it is there. */
const READY_MS = 8_000;
/** Beside the camera: what keeps the screen on, and what the checks of live photos look at. */
const FEATURES = 'camera; geolocation; fullscreen; screen-wake-lock; accelerometer; gyroscope';
/** What the customer cannot solve in the frame, and maybe can outside of it. */
const BETTER_OUTSIDE = new Set(['permission-denied', 'no-camera', 'insecure', 'in-app-browser', 'not_ready']);

// Where there is no DOM, such as on a server that renders pages, importing it must not fail.
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * Shows the page of a photo request or permanent link in a frame: in its place (`mode="inline"`), or over the page, when it
 * is opened (`mode="modal"`, the default).
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: it only says what events the listeners get.
export class ShutterpostCapture extends Base {
  static observedAttributes = ['url', 'mode', 'open', 'lang'];

  #isThere = false;
  #box: HTMLElement | null = null;
  #frame: HTMLIFrameElement | null = null;
  #out: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The page in the frame has spoken since the last one was loaded. */
  #isReady = false;
  /** Where the focus was before. */
  #before: Element | null = null;

  /** `request_url` of a photo request, or `url` of a permanent link. */
  get url(): string {
    return this.getAttribute('url') ?? '';
  }

  set url(value: string) {
    this.setAttribute('url', value);
  }

  get mode(): 'modal' | 'inline' {
    return this.getAttribute('mode') === 'inline' ? 'inline' : 'modal';
  }

  set mode(value: 'modal' | 'inline') {
    this.setAttribute('mode', value);
  }

  /** Of the modal form, as of a dialog. */
  get open(): boolean {
    return this.hasAttribute('open');
  }

  set open(isOpen: boolean) {
    this.toggleAttribute('open', isOpen);
  }

  show(): void {
    this.open = true;
  }

  close(): void {
    if (this.open) this.open = false;
    else this.#hide();
  }

  connectedCallback(): void {
    addEventListener('message', this.#hear);
    this.#isThere = true;
    this.#render();
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.#hear);
    this.#isThere = false;
    this.#hide();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    // An element that becomes one of ours hears of each attribute first, and then that it is connected.
    if (!this.#isThere || before === after) return;
    if (name !== 'open') this.#hide(false);
    this.#render();
  }

  #render(): void {
    const isWanted = this.url !== '' && (this.mode === 'inline' || this.open);
    if (isWanted && this.#box === null) this.#begin();
    if (!isWanted) this.#hide();
  }

  #begin(): void {
    const address = pageAddress(this.url, this.lang);
    if (address === null) {
      this.#fail('invalid_url');
      return;
    }
    const [title, close, out] = wordsIn(this.lang || document.documentElement.lang);
    const isModal = this.mode === 'modal';
    const root = this.shadowRoot ?? this.#styled(this.attachShadow({ mode: 'open' }));
    const box = element(isModal ? 'dialog' : 'div', { class: 'box', 'aria-label': title });
    const frame = element('iframe', {
      title,
      src: address.framed,
      allow: FEATURES,
      referrerpolicy: 'no-referrer',
    });
    const link = element('a', { href: address.plain, target: '_blank', rel: 'noopener' });
    link.textContent = out;
    this.#out = element('div', { class: 'out', hidden: '' });
    this.#out.append(link);
    if (isModal) {
      const button = element('button', { type: 'button', 'aria-label': close });
      button.textContent = '×';
      button.onclick = () => this.close();
      const header = element('header', {});
      header.append(button);
      box.append(header);
      // Esc, or the back gesture of a phone.
      box.oncancel = () => this.close();
      box.onclose = () => this.close();
    }
    box.append(frame, this.#out);
    root.replaceChildren(box);
    this.#box = box;
    this.#frame = frame;
    this.#before = document.activeElement;
    this.#isReady = false;
    frame.onload = () => {
      clearTimeout(this.#timer);
      // Its pictures may come after its first word.
      if (!this.#isReady) this.#timer = setTimeout(() => this.#fail('not_ready'), READY_MS);
      this.#isReady = false;
    };
    if (box instanceof HTMLDialogElement) box.showModal();
    if (!framesGetCamera()) {
      frame.remove();
      this.#frame = null;
      this.#fail('no-camera');
    }
  }

  /** By a sheet, since the site's content policy may refuse a style element. */
  #styled(root: ShadowRoot): ShadowRoot {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    return root;
  }

  #hide(isTold = true): void {
    if (this.#box === null) return;
    clearTimeout(this.#timer);
    // With the frame, the camera goes off.
    this.#box.remove();
    this.#box = null;
    this.#frame = null;
    if (this.mode === 'modal' && this.#before instanceof HTMLElement) this.#before.focus();
    if (isTold) this.#tell('closed', null);
  }

  #hear = (event: MessageEvent): void => {
    const address = pageAddress(this.url, '');
    if (address === null) return;
    const message = messageOf(event, { origin: address.origin, frame: this.#frame?.contentWindow ?? null });
    if (message !== undefined) this.#take(message);
  };

  #take(message: Message): void {
    clearTimeout(this.#timer);
    if (message.type === 'error') this.#fail(message.code);
    else if (message.type === 'photo') this.#tell('photo', { count: message.count });
    else if (message.type === 'submitted') this.#tell('submitted', message.receipt);
    else if (message.type === 'ready') {
      this.#isReady = true;
      this.#tell('ready', null);
    } else if (this.mode === 'modal') this.close();
    else this.#tell('closed', null);
  }

  #fail(code: string): void {
    if (this.#out !== null) this.#out.hidden = !BETTER_OUTSIDE.has(code);
    if (code === 'not_ready')
      // biome-ignore lint/suspicious/noConsole: developers look there first.
      console.error(
        `<shutterpost-capture>: no response from ${this.url}. Is ${location.origin} an allowed origin of your workspace, and does your content policy allow the frame?`,
      );
    this.#tell('error', { code });
  }

  #tell<Type extends keyof CaptureEvents>(type: Type, detail: CaptureEvents[Type]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** What listeners get. */
export interface ShutterpostCapture {
  addEventListener<Type extends keyof CaptureEvents>(
    type: Type,
    listener: (this: ShutterpostCapture, event: CaptureEvents[Type]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

function pageAddress(url: string, lang: string) {
  const plain = parsedUrl(url);
  if (plain?.protocol !== 'https:' && plain?.protocol !== 'http:') return null;
  if (lang !== '') plain.searchParams.set('lang', lang.slice(0, 2));
  const framed = new URL(plain);
  // The page tells no one but this origin, and lets no other frame it.
  framed.searchParams.set('embed', location.origin);
  return { origin: plain.origin, plain: plain.href, framed: framed.href };
}

/** Null when it is none. Safari before 17 has no `URL.canParse`. */
function parsedUrl(url: string): URL | null {
  try {
    return new URL(url, location.href);
  } catch {
    return null;
  }
}

/** False only where the browser says so: others ask when the camera is opened. */
function framesGetCamera(): boolean {
  const policy = (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy;
  return isSecureContext && (policy?.allowsFeature('camera') ?? true);
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string>,
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}

if (globalThis.customElements !== undefined && customElements.get('shutterpost-capture') === undefined)
  customElements.define('shutterpost-capture', ShutterpostCapture);
