import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Icon } from '../../../components/index.ts';
import styles from './form-layout.module.css';
import { type DraftPair, draftPair } from './metadata.ts';

const MOST = 20;

/** Names and values that the API and the webhooks give back unchanged. */
export function MetadataEditor({
  pairs,
  onChange,
  errors,
}: {
  pairs: DraftPair[];
  onChange: (pairs: DraftPair[]) => void;
  errors: Record<string, string>;
}) {
  const edit = (key: number, changes: Partial<DraftPair>) =>
    onChange(pairs.map((pair) => (pair.key === key ? { ...pair, ...changes } : pair)));
  return (
    <fieldset className={styles.pairs}>
      <legend>Metadata</legend>
      <p>Up to {MOST} names and values of your own; the API and your webhooks give them back unchanged.</p>
      {pairs.map(({ key, name, value }, index) => (
        <div key={key} className={styles.pairRow}>
          <TextInput
            aria-label={`Name ${index + 1}`}
            placeholder="Name"
            value={name}
            onChange={(event) => edit(key, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value ${index + 1}`}
            placeholder="Value"
            value={value}
            error={errors[`metadata.${name.trim()}`]}
            onChange={(event) => edit(key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove pair ${index + 1}`}
            onClick={() => onChange(pairs.filter((pair) => pair.key !== key))}
          >
            <Icon name="close" size={16} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="plus" size={14} />}
          disabled={pairs.length >= MOST}
          onClick={() => onChange([...pairs, draftPair()])}
          data-testid="add-metadata"
        >
          Add a pair
        </Button>
      </div>
      {errors.metadata !== undefined && <p role="alert">{errors.metadata}</p>}
    </fieldset>
  );
}
