import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import {
  ARCHIVE_PLACEHOLDERS,
  faultOfPattern,
  type ArchiveValues as NameValues,
  photoName,
} from '../../../../src/shared/archive-pattern.ts';
import forms from '../settings/forms.module.css';
import styles from './archive.module.css';
import type { ArchiveFormState } from './archive-form.tsx';

const PHOTOS = [
  { value: 'originals', label: 'Original photos' },
  { value: 'sealed', label: 'Sealed photos' },
  { value: 'both', label: 'Original and sealed photos' },
  { value: 'none', label: 'No photos' },
];

const EXAMPLE: NameValues = {
  date: '2026-01-31',
  year: '2026',
  month: '01',
  day: '31',
  external_id: 'Claim-4711',
  code: 'K7M2-XQ4P',
  id: 'req_01kg9y…',
  slot: '01',
  slot_name: 'front-of-the-car',
  n: '1',
  photo_id: 'photo_01kg9y…',
};

/** What is copied, when, and how it is called. */
export function ContentFields({ form }: { form: ArchiveFormState }) {
  const { pattern, photos, report, request_json, only_approved } = form.values;
  const fault = faultOfPattern(pattern);
  return (
    <>
      <NativeSelect
        label="Photos"
        data={PHOTOS}
        value={photos}
        error={form.errors.photos}
        onChange={(event) => form.set('photos', event.currentTarget.value as typeof photos)}
        data-testid="archive-photos"
      />
      <div className={forms.choices}>
        <Checkbox
          label="Report as PDF"
          checked={report}
          onChange={(event) => form.set('report', event.currentTarget.checked)}
        />
        <Checkbox
          label="The request as JSON, with answers"
          checked={request_json}
          onChange={(event) => form.set('request_json', event.currentTarget.checked)}
        />
        <Checkbox
          label="Only approved submissions"
          description="When on, nothing is copied before someone in your team approves it."
          checked={only_approved}
          onChange={(event) => form.set('only_approved', event.currentTarget.checked)}
          data-testid="archive-only-approved"
        />
      </div>
      <TextInput
        label="File names"
        description={fault === undefined ? `Example: ${photoName(pattern, EXAMPLE)}` : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...form.text('pattern')}
        error={fault ?? form.errors.pattern}
        data-testid="archive-pattern"
      />
      <details className={styles.help}>
        <summary>Placeholders</summary>
        <dl>
          {Object.entries(ARCHIVE_PLACEHOLDERS).map(([name, meaning]) => (
            <div key={name}>
              <dt>{`{${name}}`}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
