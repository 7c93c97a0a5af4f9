import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Icon } from '../../../components/index.ts';
import styles from './list.module.css';
import { type ListFilters, NO_FILTERS } from './list-filters.ts';

const STATUS_CHOICES: { value: ListFilters['status']; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'held', label: 'Held' },
  { value: 'submitted', label: 'Submitted' },
  { value: 'review', label: 'To review' },
  { value: 'expired', label: 'Expired' },
  { value: 'canceled', label: 'Canceled' },
];
const TYPE_CHOICES: { value: ListFilters['type']; label: string }[] = [
  { value: '', label: 'All types' },
  { value: 'one_time', label: 'One-time' },
  { value: 'permanent', label: 'Permanent link' },
];

const EVIDENCE_CHOICES: { value: ListFilters['warnings']; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'true', label: 'With warnings' },
];

const ASSIGNEE_CHOICES: { value: ListFilters['assignee']; label: string }[] = [
  { value: '', label: 'Anyone' },
  { value: 'me', label: 'Assigned to me' },
];

const hasMore = ({ type, warnings, assignee, from, to }: ListFilters) =>
  `${type}${warnings}${assignee}${from}${to}` !== '';

interface FilterBarProps {
  filters: ListFilters;
  onChange: (changes: Partial<ListFilters>) => void;
  isFiltered: boolean;
}

/** What is shown; all of it stands in the address. */
export function FilterBar({ filters, onChange, isFiltered }: FilterBarProps) {
  const [opened, setOpened] = useState(hasMore(filters));
  return (
    <search className={styles.bar}>
      <StatusRow filters={filters} onChange={onChange} />
      <div className={styles.searchRow}>
        <SearchField value={filters.search} onChange={(search) => onChange({ search })} />
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={16} />}
          aria-expanded={opened}
          aria-controls="more-filters"
          onClick={() => setOpened(!opened)}
          data-testid="more-filters"
        >
          Filters
        </Button>
      </div>
      <div id="more-filters" className={styles.filters} hidden={!opened}>
        <MoreFilters {...{ filters, onChange, isFiltered }} />
      </div>
    </search>
  );
}

function StatusRow({ filters, onChange }: Omit<FilterBarProps, 'isFiltered'>) {
  return (
    <fieldset className={styles.statuses}>
      <legend className={styles.unseen}>Status</legend>
      {STATUS_CHOICES.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          className={styles.status}
          aria-pressed={filters.status === value}
          onClick={() => onChange({ status: value })}
          data-testid={`status-${value || 'all'}`}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function MoreFilters({ filters, onChange, isFiltered }: FilterBarProps) {
  return (
    <>
      <NativeSelect
        label="Type"
        data={TYPE_CHOICES}
        value={filters.type}
        onChange={(event) => onChange({ type: event.currentTarget.value as ListFilters['type'] })}
      />
      <NativeSelect
        label="Evidence"
        data={EVIDENCE_CHOICES}
        value={filters.warnings}
        onChange={(event) => onChange({ warnings: event.currentTarget.value as ListFilters['warnings'] })}
        data-testid="evidence-filter"
      />
      <NativeSelect
        label="Assignee"
        data={ASSIGNEE_CHOICES}
        value={filters.assignee}
        onChange={(event) => onChange({ assignee: event.currentTarget.value as ListFilters['assignee'] })}
        data-testid="assignee-filter"
      />
      <TextInput
        type="date"
        label="Created from"
        value={filters.from}
        max={filters.to || undefined}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Created to"
        value={filters.to}
        min={filters.from || undefined}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <Button variant="subtle" disabled={!isFiltered} onClick={() => onChange(NO_FILTERS)}>
        Clear
      </Button>
    </>
  );
}

const TYPING_PAUSE_MS = 300;

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const report = useDebouncedCallback(onChange, TYPING_PAUSE_MS);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      type="search"
      className={styles.search}
      aria-label="Search by code, ID, reference or email"
      placeholder="Search by code, reference or email"
      leftSection={<Icon name="search" size={16} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
      data-testid="search"
    />
  );
}
