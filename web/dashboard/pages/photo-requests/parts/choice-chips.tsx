import { useId } from 'react';
import styles from './form-layout.module.css';

/** One of a few: radio buttons that look like chips. */
export function ChoiceChips<T extends string>({
  legend,
  choices,
  value,
  onChange,
  children,
}: {
  legend: string;
  choices: { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  /** Below, such as a field for a choice of one's own. */
  children?: React.ReactNode;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <div className={styles.chips}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
