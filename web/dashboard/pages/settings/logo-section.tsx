import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { ConfirmDialog, FormError, Icon, Section } from '../../components/index.ts';
import forms from './forms.module.css';
import styles from './settings.module.css';

const TYPES = 'image/png,image/jpeg';

export function LogoSection({ settings }: { settings: Settings }) {
  const { can } = useWorkspace();
  return (
    <Section title="Logo" description="Shown at the top of customer pages. Square PNG or JPEG, up to 2 MB.">
      <div className={forms.form}>
        <div className={styles.logos}>
          {(['light', 'dark'] as const).map((surface) => (
            <div key={surface} className={styles.logoBox} data-surface={surface}>
              {settings.logo_url === null ? (
                <span className={styles.mark} aria-hidden="true">
                  <Icon name="camera" />
                </span>
              ) : (
                <img src={settings.logo_url} alt={`Logo on a ${surface} page`} data-testid="logo" />
              )}
              <b>{settings.name}</b>
            </div>
          ))}
        </div>
        {can('admin') && <LogoButtons settings={settings} />}
      </div>
    </Section>
  );
}

function LogoButtons({ settings }: { settings: Settings }) {
  const [removing, setRemoving] = useState(false);
  const upload = useWorkspaceMutation<File>((api, file) => api.put('settings/logo', file), {
    quiet: true,
    success: 'Logo saved.',
  });
  const remove = useWorkspaceMutation<void>((api) => api.delete('settings/logo'), {
    quiet: true,
    success: 'Logo removed.',
  });
  return (
    <>
      <FormError error={upload.error} />
      <div className={forms.buttons}>
        <FileButton
          accept={TYPES}
          onChange={(file) => file !== null && upload.mutate(file)}
          inputProps={{ 'data-testid': 'logo-file', 'aria-label': 'Logo file' } as object}
        >
          {(props) => (
            <Button
              variant="default"
              leftSection={<Icon name="upload" />}
              loading={upload.isPending}
              data-testid="upload-logo"
              {...props}
            >
              {settings.logo_url === null ? 'Upload logo' : 'Replace logo'}
            </Button>
          )}
        </FileButton>
        {settings.logo_url !== null && (
          <Button variant="default" onClick={() => setRemoving(true)} data-testid="remove-logo">
            Remove
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title="Remove the logo?"
        action="Remove logo"
        onConfirm={() => remove.mutateAsync()}
      >
        Customers will see the workspace name instead.
      </ConfirmDialog>
    </>
  );
}
