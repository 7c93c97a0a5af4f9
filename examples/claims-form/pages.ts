import { renderSVG } from 'uqr';

export interface Claim {
  number: string;
  name: string;
  story: string;
  requestUrl: string;
  code: string;
  codeUrl: string;
  photos: { title: string; file: Uint8Array }[];
}

export function formPage(problem = ''): string {
  return page(
    'Report damage',
    `<form method="post" action="/claims">
      ${problem === '' ? '' : `<p role="alert">${safe(problem)}</p>`}
      <label>Your name <input name="name" autocomplete="name" maxlength="100" required></label>
      <label>What happened? <textarea name="story" rows="4" maxlength="2000" required></textarea></label>
      <button>Continue to the photos</button>
    </form>`,
  );
}

export function claimPage(claim: Claim): string {
  const isWaiting = claim.photos.length === 0;
  return page(
    `Claim of ${claim.name}`,
    `<p>${safe(claim.story)}</p>
    ${isWaiting ? waiting(claim) : gallery(claim)}`,
    isWaiting ? '<meta http-equiv="refresh" content="5">' : '',
  );
}

function waiting({ requestUrl, code, codeUrl }: Claim): string {
  return `<h2>Take the photos</h2>
    <p><a class="button" href="${safe(requestUrl)}">Take photos on this phone</a></p>
    <p>At a computer? Scan this with your phone:</p>
    <div class="qr">${renderSVG(requestUrl)}</div>
    <p>Or open <a href="${safe(codeUrl)}">${safe(codeUrl)}</a> there and enter <b>${safe(code)}</b>.</p>
    <p>This page shows your photos as soon as they have arrived.</p>`;
}

function gallery({ number, photos }: Claim): string {
  const figures = photos.map(
    ({ title }, index) =>
      `<figure><img src="/claims/${number}/photos/${index}" alt=""><figcaption>${safe(title)}</figcaption></figure>`,
  );
  return `<h2>Your photos have arrived</h2><div class="photos">${figures.join('')}</div>`;
}

function page(title: string, content: string, head = ''): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${safe(title)}</title>
${head}
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; padding: 1.5rem; color: #1c1c1c; background: #fff }
  label { display: block; margin-bottom: 1rem; font-weight: 600 }
  input, textarea { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .75rem; font: inherit; border: 1px solid #767676; border-radius: .5rem }
  button, .button { display: inline-block; padding: .75rem 1.25rem; font: inherit; font-weight: 600; color: #fff; background: #14507a; border: 0; border-radius: .5rem; text-decoration: none }
  [role=alert] { color: #a3161c }
  .qr svg { width: 12rem; height: 12rem }
  .photos { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem }
  figure { margin: 0 } img { width: 100%; border-radius: .5rem }
</style>
<h1>${safe(title)}</h1>
${content}
</html>
`;
}

function safe(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (character) =>
      ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character] as string,
  );
}
