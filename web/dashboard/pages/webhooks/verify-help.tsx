import { Tabs } from '@mantine/core';
import { CodeBlock, Section } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { SAMPLES } from './verify-samples.ts';
import styles from './webhooks.module.css';

/** How a receiver knows our messages, with the programs of the guide itself. */
export function VerifyHelp({ folded }: { folded?: boolean }) {
  if (folded)
    return (
      <Section flush>
        <details className={styles.folded}>
          <summary>Verify signatures</summary>
          <Help />
        </details>
      </Section>
    );
  return (
    <Section title="Verify signatures" description="Anyone can call your URL. Only we can sign.">
      <Help />
    </Section>
  );
}

function Help() {
  return (
    <div className={forms.form} data-testid="verify-help">
      <p>
        <code>X-Webhook-Signature</code> is <code>sha256=</code> followed by the HMAC-SHA256 of the body in
        lowercase hexadecimal, keyed with the whole secret. Compute it over the raw bytes before parsing,
        compare in constant time, and return 401 if it differs. Standard Webhooks libraries work too, with{' '}
        <code>webhook-signature</code>.
      </p>
      <Tabs defaultValue="TypeScript" keepMounted={false}>
        <Tabs.List aria-label="Programming language">
          {SAMPLES.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SAMPLES.map(({ language, code }) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CodeBlock code={code} label={language} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  );
}
