import { Route, Routes } from 'react-router';
import { NotificationListPage } from './list-page.tsx';
import { NotificationSettingsPage } from './settings-page.tsx';

export default function Page() {
  return (
    <Routes>
      <Route index element={<NotificationListPage />} />
      <Route path="settings" element={<NotificationSettingsPage />} />
    </Routes>
  );
}
