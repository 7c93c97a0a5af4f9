import { useEffect, useRef } from 'react';
import { PLAN_IDS, type Plan, type PlanId, planOf } from '../../../../src/workspaces/plans.ts';
import { Icon, Section } from '../../components/index.ts';
import styles from './plan.module.css';

const PLANS = PLAN_IDS.map(planOf);

const ROWS: { label: string; value: (plan: Plan) => React.ReactNode }[] = [
  { label: 'Photos', value: photosText },
  { label: 'Photos per request', value: (plan) => plan.photosPerRequest },
  { label: 'Permanent links', value: (plan) => plan.permanentLinks ?? 'Unlimited' },
  { label: 'Templates', value: (plan) => plan.templates ?? 'Unlimited' },
  { label: 'Example pictures and guides', value: (plan) => plan.slotImages ?? 'Unlimited' },
  { label: 'API access', value: (plan) => <YesNo yes={plan.apiEnabled} /> },
  { label: 'API keys', value: keysText },
  { label: 'Emails to customers', value: (plan) => <YesNo yes={plan.emailEnabled} /> },
];

/** All plans beside each other; where there is no room for them, the one in use is in sight first. */
export function PlanTable({ current }: { current: PlanId }) {
  const scroll = useRef<HTMLElement>(null);
  const own = useRef<HTMLTableCellElement>(null);
  useEffect(() => {
    const names = scroll.current?.querySelector('tbody th')?.clientWidth ?? 0;
    scroll.current?.scrollTo({ left: (own.current?.offsetLeft ?? 0) - names });
  }, []);
  return (
    <Section title="What each plan includes" flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={scroll} className={styles.scroll} tabIndex={0} aria-label="Plan comparison">
        <table className={styles.plans} data-testid="plans">
          <thead>
            <tr>
              <td />
              {PLANS.map((plan) => (
                <th
                  key={plan.id}
                  scope="col"
                  ref={plan.id === current ? own : undefined}
                  data-current={plan.id === current || undefined}
                >
                  {plan.name}
                  {plan.id === current && <small>Current plan</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {PLANS.map((plan) => (
                  <td key={plan.id} data-current={plan.id === current || undefined}>
                    {value(plan)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Section>
  );
}

function photosText({ photos: { limit, period } }: Plan): string {
  if (limit === null) return 'Unlimited';
  return `${limit.toLocaleString('en')} ${period === 'month' ? 'per month' : 'total'}`;
}

function keysText({ apiKeys: { total, perEnvironment } }: Plan): string {
  if (total === null) return 'Unlimited';
  if (total === 0) return 'None';
  return perEnvironment === null ? String(total) : `${perEnvironment} live, ${perEnvironment} test`;
}

function YesNo({ yes }: { yes: boolean }) {
  return (
    <span className={styles.yesNo} data-yes={yes || undefined}>
      <Icon name={yes ? 'check' : 'close'} size={16} />
      {yes ? 'Yes' : 'No'}
    </span>
  );
}
