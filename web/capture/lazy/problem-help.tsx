import './problem-help.css';
import { useState } from 'preact/hooks';
import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';
import { browserLink, permissionHelp } from '../browser/browser-help.ts';
import { inAppBrowser } from '../browser/in-app.ts';
import type { Controller } from '../controller.ts';
import { photoNumber } from '../flow/slots.ts';
import type { State } from '../flow/state.ts';
import { Heading } from '../ui/heading.tsx';
import { Icon, Outline } from '../ui/icon.tsx';

const COPY = 'M9 9h11v11H9ZM5 15H4V4h11v1';

/** Steps for the customer's own browser, ways to go on in another, photos that were left over, and those to take again. */
export function ProblemHelp({ c, problem }: { c: Controller; problem: ProblemKind }) {
  if (problem === 'photo-refused') return <Refused c={c} />;
  if (problem === 'not-included') return <LeftOver c={c} />;
  if (problem === 'permission-denied')
    return <Steps c={c} of={permissionHelp(navigator.userAgent, navigator.maxTouchPoints)} />;
  return (
    <>
      {problem === 'in-app-browser' && <LeaveApp c={c} />}
      {problem === 'insecure' && (
        <a class="button main" href={c.page.request.url.replace(/^http:/, 'https:')}>
          <Icon name="lock" />
          <span>{c.language.say('help_secure')}</span>
        </a>
      )}
      <Elsewhere c={c} />
    </>
  );
}

function Refused({ c }: { c: Controller }) {
  const { say, code } = c.language;
  const numbers = refusedNumbers(c.flow.state());
  const key = numbers.length > 1 ? 'photos-refused' : 'photo-refused';
  return (
    <>
      <Heading>{say(`${key}_title`, { n: listed(numbers, code()) })}</Heading>
      <p>
        {say(`${key}_text`)}
        {c.flow.state().photos.length > 0 && ` ${say('photos-refused_others')}`}
      </p>
    </>
  );
}

/** As the customer counted them before they were refused. */
function refusedNumbers(state: State): number[] {
  const { screen, slots } = state;
  if (screen.at !== 'problem') return [];
  const refused = screen.refused ?? [screen.slot];
  const before = (slot: number) => (slots.length > 0 ? 0 : refused.filter((one) => one < slot).length);
  return refused.map((slot) => photoNumber(state, slot) + before(slot));
}

/** "1 and 3", in the customer's language where the browser can say so. */
function listed(numbers: number[], lang: string): string {
  const words = numbers.map((number) => new Intl.NumberFormat(lang).format(number));
  return Intl.ListFormat ? new Intl.ListFormat(lang).format(words) : words.join(', ');
}

function LeftOver({ c }: { c: Controller }) {
  const { say } = c.language;
  const state = c.flow.state();
  return (
    <ul class="thumbnails">
      {state.photos.map(({ clientId, slot, thumbnail }) => (
        <li key={clientId}>
          <span class="thumbnail">
            <img src={thumbnail} alt={say('photo_n', { n: photoNumber(state, slot) })} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Steps({ c, of }: { c: Controller; of: string }) {
  return (
    <ol class="slots steps">
      {[1, 2, 3].map((step) => (
        <li key={step}>
          <span>{c.language.say(`help_${of}_${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function LeaveApp({ c }: { c: Controller }) {
  const { say } = c.language;
  const { userAgent } = navigator;
  const link = browserLink(userAgent, c.page.request.url);
  const mightWork = navigator.mediaDevices?.getUserMedia !== undefined;
  return (
    <>
      {link !== null && (
        <a class="button main" href={link}>
          <Icon name="open" />
          <span>{say('help_open_browser')}</span>
        </a>
      )}
      <Steps c={c} of={inAppBrowser(userAgent)?.android ? 'inapp_android' : 'inapp_ios'} />
      {mightWork && (
        <button type="button" class="button" onClick={() => c.flow.send({ type: 'start' })}>
          {say('help_try_anyway')}
        </button>
      )}
    </>
  );
}

/** The address to copy and the code to type. */
function Elsewhere({ c }: { c: Controller }) {
  const { say } = c.language;
  const { url, code } = c.page.request;
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => {},
    );
  return (
    <div class="card elsewhere">
      <p>{say('help_code', { address: `${new URL(url).host}/code` })}</p>
      <b class="big-code" dir="ltr">
        {code}
      </b>
      {navigator.clipboard !== undefined && (
        <button type="button" class="button" onClick={copy}>
          {isCopied ? <Icon name="check" /> : <Outline path={COPY} />}
          <span aria-live="polite">{say(isCopied ? 'help_copied' : 'help_copy')}</span>
        </button>
      )}
    </div>
  );
}
