import { type Html, html } from '../pages/html.ts';
import { type Accent, DARK_CARD, LIGHT_CARD } from './accent.ts';
import type { Wording } from './wording.ts';

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";
const BREAK_ANYWHERE = 'word-break:break-word;overflow-wrap:anywhere';

/** Keeps the clients that show the beginning of an email from going on into its body. */
const PREVIEW_FILLER = '\u00a0\u200c'.repeat(60);

interface Page {
  wording: Wording;
  accent: Accent;
  title: string;
  preview: string;
  blocks: Html[];
  footer: string[];
  /** Below it, such as the way to turn such emails off. */
  footerLink?: { label: string; address: string };
}

/**
 * An email that survives mail clients: tables and inline styles, and a style sheet for what only some of them know. The
 * direction is said again inside, because many throw away the outer elements.
 */
export function page(content: Page): string {
  const { accent, title, preview, blocks, footer, footerLink } = content;
  const { locale, dir } = content.wording;
  const document = html`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${title}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}.inner{padding:28px 20px 24px!important}.title{font-size:24px!important}.code{font-size:24px!important;letter-spacing:2px!important}}
@media (prefers-color-scheme:dark){
.page{background:#101418!important}
.card{background:${DARK_CARD}!important;border-color:#2e363d!important}
.title,.body,.code,.value{color:#f1f4f6!important}
.soft,.link{color:#a9b4bd!important}
.quote{background:#252d34!important;color:#f1f4f6!important}
.rule{border-color:#333c44!important}
.button{border-color:${accent.darkEdge}!important}
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f8;-webkit-text-size-adjust:100%;text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px">${preview}${PREVIEW_FILLER}</div>
<table role="presentation" class="page" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f8;padding:32px 12px">
<tr><td align="center">
<table role="presentation" class="card" dir="${dir}" lang="${locale}" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:${LIGHT_CARD};border:1px solid #dfe5ea;border-radius:16px;border-collapse:separate;overflow:hidden">
<tr><td bgcolor="${accent.fill}" style="height:6px;line-height:6px;font-size:0;background:${accent.fill}">&nbsp;</td></tr>
<tr><td class="inner" style="padding:36px 40px 32px;font-family:${FONT};${BREAK_ANYWHERE}">
<h1 class="title" style="margin:0 0 20px;font-size:26px;line-height:1.25;font-weight:700;color:#10161b;text-wrap:balance">${title}</h1>
${blocks}
${rule}
${footer.map((line) => html`<p class="soft" style="margin:0 0 8px;font-size:13px;line-height:1.5;color:#5c6770">${line}</p>`)}
${footerLink !== undefined && html`<p style="margin:0 0 8px;font-size:13px;line-height:1.5"><a class="link" href="${footerLink.address}" target="_blank" style="color:#38434c;text-decoration:underline">${footerLink.label}</a></p>`}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return document.markup;
}

export const rule = html`<div class="rule" style="margin:28px 0 20px;border-top:1px solid #e4e9ed;line-height:0;font-size:0">&nbsp;</div>`;

export function paragraph(text: string | Html): Html {
  return html`<p class="body" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#10161b">${text}</p>`;
}

/** Words of our customer's, set apart from ours and in their own direction. */
export function quote(text: string): Html {
  return html`<div class="quote" dir="auto" style="margin:0 0 20px;padding:16px 18px;border-radius:12px;background:#f1f4f6;font-size:16px;line-height:1.55;color:#10161b">${lines(text)}</div>`;
}

/** Text with its lines, in which an address can be followed. */
export function linked(text: string, address: string): Html {
  const link = html`<a class="link" dir="ltr" href="${address}" target="_blank" style="color:#38434c;text-decoration:underline;word-break:break-all">${address}</a>`;
  return html`${text.split(address).map((part, index) => [index > 0 && link, lines(part)])}`;
}

function lines(text: string): Html {
  return html`${text.split('\n').map((line, index) => [index > 0 && html`<br>`, line])}`;
}

export function small(text: string): Html {
  return html`<p class="soft" style="margin:0 0 8px;font-size:14px;line-height:1.5;color:#5c6770">${text}</p>`;
}

export function numbered(heading: string, items: { text: string; remark?: string }[]): Html {
  const rows = items.map(
    ({ text, remark }, index) => html`<tr>
<td valign="top" class="soft" style="padding:0 0 10px;width:28px;font-size:16px;line-height:1.5;font-weight:600;color:#5c6770">${index + 1}.</td>
<td valign="top" class="body" dir="auto" style="padding:0 0 10px;font-size:16px;line-height:1.5;color:#10161b;${BREAK_ANYWHERE}">${text}${remark !== undefined && html` <span class="soft" style="color:#5c6770">(${remark})</span>`}</td>
</tr>`,
  );
  return html`<h2 class="body" style="margin:0 0 10px;font-size:16px;line-height:1.4;font-weight:600;color:#10161b">${heading}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 10px">${rows}</table>`;
}

export function button(text: string, address: string, { fill, onFill, edge }: Accent): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-collapse:separate">
<tr><td class="button" align="center" bgcolor="${fill}" style="border-radius:12px;border:2px solid ${edge};background:${fill}">
<a href="${address}" target="_blank" style="display:block;padding:15px 20px;font-size:18px;line-height:1.3;font-weight:600;color:${onFill};text-decoration:none;border-radius:10px">${text}</a>
</td></tr></table>`;
}

/** An address is read from the left in every language, and stands where the text around it begins. */
export function linkLine(address: string): Html {
  return html`<p style="margin:0 0 16px;font-size:14px;line-height:1.5;word-break:break-all"><a class="link" dir="ltr" href="${address}" target="_blank" style="color:#38434c;text-decoration:underline">${address}</a></p>`;
}

export function code(text: string): Html {
  return html`<div class="quote code" dir="ltr" style="margin:0;padding:14px 10px;border-radius:12px;background:#f1f4f6;font-family:${MONO};font-size:28px;line-height:1.3;font-weight:700;letter-spacing:3px;text-align:center;color:#10161b">${text}</div>`;
}

export function command(text: string): Html {
  return html`<div class="quote" dir="ltr" style="margin:0 0 4px;padding:12px 14px;border-radius:12px;background:#f1f4f6;font-family:${MONO};font-size:13px;line-height:1.5;color:#10161b;${BREAK_ANYWHERE}">${text}</div>`;
}

export function facts(pairs: [name: string, value: string][]): Html {
  const rows = pairs.map(
    ([
      name,
      value,
    ]) => html`<div class="soft" style="font-size:14px;line-height:1.5;color:#5c6770">${name}</div>
<div class="value" dir="auto" style="margin:0 0 12px;font-size:16px;line-height:1.45;font-weight:600;color:#10161b;${BREAK_ANYWHERE}">${lines(value)}</div>`,
  );
  return html`<div style="margin:0 0 8px">${rows}</div>`;
}
