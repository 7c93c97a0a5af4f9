import { Icon } from '../components/icon.tsx';
import styles from './frame.module.css';

export function Brand() {
  return (
    <span className={styles.brand}>
      <span className={styles.mark} aria-hidden="true">
        <Icon name="camera" size={18} />
      </span>
      Shutterpost
    </span>
  );
}
