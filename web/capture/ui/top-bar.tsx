import type { Controller } from '../controller.ts';
import { Icon } from './icon.tsx';

/** The same markup as the server's. */
export function TopBar({ c }: { c: Controller }) {
  const { name, logoUrl } = c.page.workspace;
  return (
    <header class="top">
      <span class="who">
        {logoUrl === null ? (
          <span class="mark" aria-hidden="true">
            {Array.from(name.trim())[0]}
          </span>
        ) : (
          <img class="logo" src={logoUrl} alt="" />
        )}
        <b>{name}</b>
      </span>
      <div class="language">
        <label>
          <Icon name="globe" />
          <span class="unseen">{c.language.say('language')}</span>
          <select
            data-testid="language"
            value={c.language.code()}
            onChange={(event) => void c.language.choose(event.currentTarget.value)}
          >
            {c.page.languages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  );
}
