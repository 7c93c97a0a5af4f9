import { PageHeader, Sections } from '../../components/index.ts';
import { NotificationsSection } from './notifications-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';

export default function AccountPage() {
  return (
    <>
      <PageHeader title="Account" description="Your profile and security, across all workspaces." />
      <Sections narrow>
        <ProfileSection />
        <PasswordSection />
        <TwoFactorSection />
        <NotificationsSection />
        <SessionsSection />
      </Sections>
    </>
  );
}
