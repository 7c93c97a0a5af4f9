import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Icon } from '../../../components/index.ts';
import styles from './form-layout.module.css';
import { type DraftPair, draftPair } from './metadata.ts';

const MAX_FIELDS = 20;

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
      <p>Up to {MAX_FIELDS} custom fields, returned unchanged by the API and webhooks.</p>
      {pairs.map(({ key, name, value }, index) => (
        <PairRow
          key={key}
          {...{ name, value }}
          number={index + 1}
          error={errors[`metadata.${name.trim()}`]}
          onEdit={(changes) => edit(key, changes)}
          onRemove={() => onChange(pairs.filter((pair) => pair.key !== key))}
        />
      ))}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Icon name="plus" size={14} />}
          disabled={pairs.length >= MAX_FIELDS}
          onClick={() => onChange([...pairs, draftPair()])}
          data-testid="add-metadata"
        >
          Add field
        </Button>
      </div>
      {errors.metadata !== undefined && (
        <p role="alert" tabIndex={-1} data-field-error>
          {errors.metadata}
        </p>
      )}
    </fieldset>
  );
}

interface PairRowProps {
  name: string;
  value: string;
  number: number;
  error: string | undefined;
  onEdit: (changes: Partial<DraftPair>) => void;
  onRemove: () => void;
}

function PairRow({ name, value, number, error, onEdit, onRemove }: PairRowProps) {
  return (
    <div className={styles.pairRow}>
      <TextInput
        aria-label={`Name of field ${number}`}
        placeholder="Name"
        value={name}
        onChange={(event) => onEdit({ name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Value of field ${number}`}
        placeholder="Value"
        value={value}
        error={error}
        onChange={(event) => onEdit({ value: event.currentTarget.value })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove field ${number}`} onClick={onRemove}>
        <Icon name="close" size={16} />
      </ActionIcon>
    </div>
  );
}
