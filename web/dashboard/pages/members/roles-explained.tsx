import { Section } from '../../components/index.ts';
import styles from './members.module.css';
import { ROLES } from './roles.ts';

export function RolesExplained() {
  return (
    <Section title="What each role can do">
      <dl className={styles.roles}>
        {ROLES.map(({ role, name, may }) => (
          <div key={role}>
            <dt>{name}</dt>
            <dd>{may}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
