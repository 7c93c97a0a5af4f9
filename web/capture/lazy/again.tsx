import './again.css';
import type { Controller } from '../controller.ts';
import { photoNumber } from '../flow/slots.ts';
import type { Language } from '../language.ts';
import { Facts } from '../screens/intro.tsx';

/** What is to be taken again, and why, beside the photo that was sent before: of one place, or of all. */
export function Again({ c, slot }: { c: Controller; slot?: number | undefined }) {
  if (slot !== undefined)
    return (
      <div class="again-row">
        <Earlier c={c} slot={slot} />
        <div>
          <b>{c.language.say('changes_before')}</b>
          <Why c={c} slot={slot} />
        </div>
      </div>
    );
  const { say, count } = c.language;
  const { slots, message } = c.page.request;
  return (
    <>
      <h2>{count('changes_title', slots.length)}</h2>
      <p>{say('changes_text')}</p>
      {message && (
        <p class="wish" dir="auto">
          {message}
        </p>
      )}
      <Facts c={c} />
      <ol class="again">
        {slots.map(({ instructions }, index) => (
          <li key={index}>
            <Earlier c={c} slot={index} />
            <div>
              <b dir="auto">{instructions || say('photo_n', { n: photoNumber(c.flow.state(), index) })}</b>
              <Why c={c} slot={index} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Earlier({ c, slot }: { c: Controller; slot: number }) {
  const address = c.session.earlier(slot);
  return address === undefined ? null : <img src={address} alt={c.language.say('changes_before')} />;
}

function Why({ c, slot }: { c: Controller; slot: number }) {
  return <span dir="auto">{whyOf(c.language, c.page.request.slots[slot]?.again)}</span>;
}

function whyOf({ say }: Language, again: { reason: string; message: string | null } | undefined): string {
  if (again === undefined) return '';
  const reason = again.reason === 'other' ? '' : say(`reason_${again.reason}`);
  return [reason, again.message ?? ''].filter(Boolean).join(' ');
}
