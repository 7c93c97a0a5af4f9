import { Section } from '../../components/index.ts';
import styles from './members.module.css';
import { ROLES } from './roles.ts';

export function RolesExplained() {
  return (
    <Section title="What the roles may do">
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
