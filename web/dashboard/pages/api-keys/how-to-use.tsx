import { CodeBlock, Section } from '../../components/index.ts';
import { PlanLink } from '../plan/plan-link.tsx';
import forms from '../settings/forms.module.css';
import type { KeyLimit } from './key-limit.ts';
import { callWith } from './key-value-dialog.tsx';

export function HowToUse({ limit }: { limit: KeyLimit | null }) {
  return (
    <Section title="How to use a key">
      <div className={forms.form}>
        <p>
          Send it in the header <code>X-API-Key</code>, from your server alone. A key in a web page, an app or
          an address is a key for everybody. <a href="/docs">API reference</a>
        </p>
        <CodeBlock code={callWith('$SHUTTERPOST_KEY')} label="A first call" wrap />
        <p className={forms.quiet}>
          60 calls a minute and 1,000 an hour are allowed, unless your operator has set something else.{' '}
          {limit !== null && (
            <>
              {limit.text} <PlanLink />.
            </>
          )}
        </p>
      </div>
    </Section>
  );
}
