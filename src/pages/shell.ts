import { accentRules } from './colors.ts';
import { type FailureTexts, failureScreen, guardScript } from './failure-guard.ts';
import { type Html, html, styleBlock } from './html.ts';

/** White on the default accent; an address of our own would be one more round trip. */
const FAVICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' height='24' rx='6' fill='%230b6170'/><circle cx='12' cy='12' r='5' fill='none' stroke='white' stroke-width='2.4'/></svg>";

interface Page {
  lang: string;
  dir: string;
  title: string;
  color: string | null;
  nonce: string;
  /** Style sheets and scripts. */
  head: Html;
  body: Html;
  /** Of pages that are of no use without their script: what is shown when it fails. */
  failure?: FailureTexts;
}

/** The document around every page: of customers and of the web application. */
export function renderPage({ lang, dir, title, color, nonce, head, body, failure }: Page): string {
  return html`<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f6f8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12171c">
<title>${title}</title>
<link rel="icon" href="${FAVICON}">
${failure && guardScript}${head}
${styleBlock(nonce, accentRules(color))}
</head>
<body>
${body}
${failure && failureScreen(failure)}
</body>
</html>
`.markup;
}
