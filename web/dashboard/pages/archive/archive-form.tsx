import { Alert, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ArchiveInput, ShownArchive, WireArchive } from '../../../../src/archive/web-schema.ts';
import { DEFAULT_ARCHIVE_PATTERN, faultOfPattern } from '../../../../src/shared/archive-pattern.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { FormError, Icon, Section, useForm, useUnsavedChanges } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import { ContentFields } from './content-fields.tsx';
import { PlaceFields } from './place-fields.tsx';

export interface ArchiveValues extends Record<string, unknown> {
  kind: WireArchive['kind'];
  url: string;
  region: string;
  bucket: string;
  prefix: string;
  username: string;
  secret: string;
  photos: WireArchive['photos'];
  report: boolean;
  request_json: boolean;
  pattern: string;
  only_approved: boolean;
}

export type ArchiveFormState = ReturnType<typeof useForm<ArchiveValues>>;

type TestResult = { ok: boolean; error: string | null };

/** Where the copies go and what is copied. */
export function ArchiveForm({ archive }: { archive: WireArchive | null }) {
  const { id, environment } = useWorkspace();
  const queries = useQueryClient();
  const form = useForm<ArchiveValues>(valuesOf(archive));
  useUnsavedChanges(form);
  const [result, setResult] = useState<TestResult | null>(null);
  const [testing, setTesting] = useState(false);
  const save = useWorkspaceMutation<ArchiveInput, ShownArchive>((api, body) => api.put('archive', body), {
    quiet: true,
    success: archive === null ? 'Archive set up. New submissions are copied.' : 'Saved.',
    onSuccess: (shown) => {
      queries.setQueryData(keyOf(id, environment, 'archive'), shown);
      form.reset();
    },
  });
  const test = useWorkspaceMutation<ArchiveInput, TestResult>((api, body) => api.post('archive/test', body), {
    quiet: true,
    onSuccess: setResult,
  });
  const runTest = async () => {
    setResult(null);
    setTesting(true);
    await form.submit((values) => test.mutateAsync(inputOf(values)))();
    setTesting(false);
  };
  return (
    <form
      onSubmit={form.submit((values) => save.mutateAsync(inputOf(values)))}
      noValidate
      data-testid="archive-form"
    >
      <Section title="Destination" description="You stay in control of what happens to the copies there.">
        <div className={forms.form}>
          <PlaceFields form={form} isStored={archive !== null} />
          <ContentFields form={form} />
          <FormError error={form.error} fields={form.fields} />
          {result !== null && <Result result={result} />}
          <div className={forms.buttons}>
            <Button
              type="submit"
              loading={form.busy && !testing}
              disabled={!form.hasEdits || faultOfPattern(form.values.pattern) !== undefined}
              data-testid="save-archive"
            >
              {archive === null ? 'Set up archive' : 'Save'}
            </Button>
            <Button
              variant="default"
              loading={testing}
              disabled={form.busy}
              onClick={runTest}
              data-testid="test-archive"
            >
              Test connection
            </Button>
            {form.hasEdits && archive !== null && (
              <Button variant="subtle" onClick={form.reset}>
                Discard changes
              </Button>
            )}
          </div>
        </div>
      </Section>
    </form>
  );
}

function Result({ result }: { result: TestResult }) {
  return (
    <Alert
      color={result.ok ? 'green' : 'red'}
      icon={<Icon name={result.ok ? 'check' : 'alert'} />}
      role="status"
      data-testid="test-result"
    >
      {result.ok ? 'It works. A small file was written and deleted.' : result.error}
    </Alert>
  );
}

function valuesOf(archive: WireArchive | null): ArchiveValues {
  return {
    kind: archive?.kind ?? 's3',
    url: archive?.url ?? '',
    region: archive?.region ?? '',
    bucket: archive?.bucket ?? '',
    prefix: archive?.prefix ?? '',
    username: archive?.username ?? '',
    secret: '',
    photos: archive?.photos ?? 'originals',
    report: archive?.report ?? true,
    request_json: archive?.request_json ?? true,
    pattern: archive?.pattern ?? DEFAULT_ARCHIVE_PATTERN,
    only_approved: archive?.only_approved ?? false,
  };
}

/** An empty secret is the one that is stored. */
function inputOf({ secret, ...values }: ArchiveValues): ArchiveInput {
  return { ...values, ...(secret === '' ? {} : { secret }) };
}
