import { LANGUAGES } from '../shared/languages.ts';

const DEFAULT_LANGUAGE = 'en';
const MAX_HEADER = 500;

/** What can tell which language a customer reads, the surest first. */
export interface LanguageClues {
  query: string | undefined;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
  /** The language the business wrote its request in. */
  locale: string | null;
}

export function chooseLanguage({ query, cookie, acceptLanguage, locale }: LanguageClues): string {
  return (
    supported(query) ??
    supported(cookieValue(cookie)) ??
    preferred(acceptLanguage) ??
    supported(locale ?? undefined) ??
    DEFAULT_LANGUAGE
  );
}

/** `de-AT` is German. */
export function supported(tag: string | undefined): string | undefined {
  const primary = tag?.slice(0, 35).toLowerCase().split(/[-_]/)[0];
  return LANGUAGES.find(({ code }) => code === primary)?.code;
}

function cookieValue(header: string | undefined): string | undefined {
  return /(?:^|;\s*)lang=([a-z]{2})(?:;|$)/.exec(header?.slice(0, 4_096) ?? '')?.[1];
}

/** RFC 9110, 12.5.4; what has the same weight counts in its order. */
function preferred(header: string | undefined): string | undefined {
  const wishes = (header?.slice(0, MAX_HEADER) ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part.trim().split(/\s*;\s*/);
    const quality = parameters
      .map((parameter) => /^q=([01](?:\.\d{1,3})?)$/.exec(parameter)?.[1])
      .find(Boolean);
    const weight = Number(quality ?? 1);
    return weight > 0 ? [{ code: supported(tag), weight }] : [];
  });
  return wishes.sort((a, b) => b.weight - a.weight).find(({ code }) => code !== undefined)?.code;
}
