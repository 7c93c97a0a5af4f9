import { PasswordInput, Radio, TextInput } from '@mantine/core';
import styles from './archive.module.css';
import type { ArchiveFormState } from './archive-form.tsx';

/** The address of the archive and what opens it. */
export function PlaceFields({ form, isStored }: { form: ArchiveFormState; isStored: boolean }) {
  const isS3 = form.values.kind === 's3';
  return (
    <>
      <Radio.Group
        label="Kind"
        value={form.values.kind}
        onChange={(kind) => form.set('kind', kind as 's3' | 'webdav')}
      >
        <div className={styles.kinds}>
          <Radio value="s3" label="S3 bucket" data-testid="archive-s3" />
          <Radio value="webdav" label="WebDAV folder" data-testid="archive-webdav" />
        </div>
      </Radio.Group>
      <TextInput
        label={isS3 ? 'Endpoint' : 'Folder URL'}
        description={
          isS3
            ? 'Such as https://s3.eu-central-1.amazonaws.com, without the bucket.'
            : 'Such as https://cloud.example.com/remote.php/dav/files/me/Photos. The folder must exist.'
        }
        type="url"
        required
        {...form.text('url')}
        data-testid="archive-url"
      />
      {isS3 && (
        <div className={styles.pair}>
          <TextInput label="Bucket" required {...form.text('bucket')} data-testid="archive-bucket" />
          <TextInput label="Region" placeholder="us-east-1" {...form.text('region')} />
        </div>
      )}
      {isS3 && (
        <TextInput
          label="Prefix"
          description="A folder in the bucket. If empty, files go to the top."
          {...form.text('prefix')}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          label={isS3 ? 'Access key ID' : 'User name'}
          required
          autoComplete="off"
          {...form.text('username')}
          data-testid="archive-username"
        />
        <PasswordInput
          label={isS3 ? 'Secret access key' : 'Password'}
          required={!isStored}
          placeholder={isStored ? 'Stored. Enter a new one to replace it.' : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide' }}
          {...form.text('secret')}
          data-testid="archive-secret"
        />
      </div>
    </>
  );
}
