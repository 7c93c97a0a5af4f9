import { Alert } from '@mantine/core';
import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import { BlockSkeleton, Icon, Loaded, PageHeader, Sections } from '../../components/index.ts';
import { AccessSection } from './access-section.tsx';
import { ColorSection } from './color-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { RetentionSection } from './retention-section.tsx';

export default function SettingsPage() {
  const { can } = useWorkspace();
  const settings = useWorkspaceQuery<Settings>('settings');
  return (
    <>
      <PageHeader title="Settings" description="These apply to the whole workspace, live and test." />
      <Loaded query={settings} skeleton={<Waiting />}>
        {(data) => (
          <Sections narrow>
            {!can('admin') && (
              <Alert color="gray" icon={<Icon name="lock" />} data-testid="read-only">
                Only admins and owners can change settings.
              </Alert>
            )}
            <GeneralSection settings={data} />
            <LogoSection settings={data} />
            <ColorSection settings={data} />
            <AccessSection settings={data} />
            <RetentionSection settings={data} />
          </Sections>
        )}
      </Loaded>
    </>
  );
}

function Waiting() {
  return (
    <Sections narrow>
      <BlockSkeleton height={260} />
      <BlockSkeleton height={180} />
      <BlockSkeleton height={320} />
    </Sections>
  );
}
