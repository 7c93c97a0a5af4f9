import type { Settings } from '../../../../src/workspaces/web-schema.ts';
import { useWorkspaceQuery } from '../../api/queries.ts';
import {
  BelowScreen,
  BlockSkeleton,
  Loaded,
  PageHeader,
  ReadOnlyNote,
  Sections,
} from '../../components/index.ts';
import { AccessSection } from './access-section.tsx';
import { ColorSection } from './color-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { OriginsSection } from './origins-section.tsx';
import { RemindersSection } from './reminders-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { ReturnSecretSection } from './return-secret-section.tsx';

export default function SettingsPage() {
  const settings = useWorkspaceQuery<Settings>('settings');
  return (
    <>
      <PageHeader title="Settings" description="These apply to the whole workspace, live and test." />
      <Loaded query={settings} skeleton={<Waiting />}>
        {(data) => (
          <Sections narrow>
            <ReadOnlyNote />
            <GeneralSection settings={data} />
            <LogoSection settings={data} />
            <ColorSection settings={data} />
            <AccessSection settings={data} />
            <BelowScreen>
              <OriginsSection settings={data} />
              <ReturnSecretSection />
              <RemindersSection settings={data} />
              <RetentionSection settings={data} />
            </BelowScreen>
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
