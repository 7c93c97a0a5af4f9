import type { PageData } from '../../src/capture/pages/page-data.ts';
import type { Texts } from '../../src/pages/texts.ts';
import { fillPlural, fillText } from '../../src/pages/texts.ts';
import { directionOf } from '../../src/shared/languages.ts';

type Values = Record<string, string | number>;

export interface Language {
  code(): string;
  /** False for a text that the page did not bring along, until all are loaded. */
  knows(key: string): boolean;
  say(key: string, values?: Values): string;
  count(key: string, count: number): string;
  /** Everything else stays as it is; only the words change. */
  choose(code: string): Promise<void>;
  /** The texts of rare screens, which the page did not bring along. Fails when they cannot be had now. */
  loadAll(): Promise<void>;
}

const ONE_YEAR_S = 31_536_000;

interface Parts {
  page: PageData;
  changed(): void;
  /** Fetches the page again, if that costs the customer nothing. */
  reload(): void;
}

export function createLanguage({ page, changed, reload }: Parts): Language {
  let wanted = page.lang;
  let code = page.lang;
  let texts = page.texts;
  let complete = false;

  async function fetchTexts(of: string): Promise<Texts> {
    const response = await fetch(page.textsUrl.replace('*', of));
    if (!response.ok) throw new Error(`No texts: ${response.status}`);
    return response.json();
  }
  async function load(): Promise<void> {
    const asked = wanted;
    const fetched = await fetchTexts(asked);
    // Responses overtake each other; the customer's last word holds.
    if (asked !== wanted) return load();
    texts = fetched;
    code = asked;
    complete = true;
    changed();
  }
  return {
    code: () => code,
    knows: (key) => key in texts,
    say: (key, values) => fillText(texts, code, key, { workspace: page.workspace.name, ...values }),
    count: (key, count) => fillPlural(texts, code, key, count),
    async choose(choice) {
      wanted = choice;
      try {
        await load();
      } catch {
        if (wanted === choice) wanted = code;
        return changed();
      }
      document.documentElement.lang = code;
      forgetLanguageInAddress();
      document.documentElement.dir = directionOf(code);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari.
      document.cookie = `lang=${code}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
      // What the business wrote comes with the page.
      if (page.request.isTranslated) reload();
    },
    async loadAll() {
      if (!complete) await load();
    },
  };
}

/** The address would win over the cookie at the next reload. */
function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(null, '', address);
}
