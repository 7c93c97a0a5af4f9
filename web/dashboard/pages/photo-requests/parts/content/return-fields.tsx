import { TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { useWorkspace } from '../../../../api/workspace.tsx';
import layout from '../form-layout.module.css';
import type { ContentDraft } from './content-draft.ts';
import type { FormOf } from './form-of.ts';

export const RETURN_FIELDS = ['return_url', 'cancel_url'];

export function hasReturn({ return_url, cancel_url }: Pick<ContentDraft, 'return_url' | 'cancel_url'>) {
  return return_url !== '' || cancel_url !== '';
}

/** Where customers go when they are done, or do not want to. */
export function ReturnFields({ form }: { form: FormOf<ContentDraft> }) {
  const { path } = useWorkspace();
  const field = (name: 'return_url' | 'cancel_url') => ({
    type: 'url',
    placeholder: 'https://shop.example.com/thanks',
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[],
    value: form.values[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => form.set(name, event.currentTarget.value),
    error: form.errors[name],
    'data-testid': name.replace('_', '-'),
  });
  return (
    <div>
      <h3>Back to your site</h3>
      <p className={layout.hint}>
        Both addresses must be on one of your <Link to={path('settings')}>allowed origins</Link>.
      </p>
      <div className={layout.pair}>
        <TextInput {...field('return_url')} label="After submitting" />
        <TextInput {...field('cancel_url')} label="“Not now”" description="If empty, there’s no such link." />
      </div>
    </div>
  );
}
