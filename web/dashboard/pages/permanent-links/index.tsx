import { Route, Routes } from 'react-router';
import { CreateLinkPage } from './create-page.tsx';
import { LinkDetailPage } from './detail-page.tsx';
import { EditLinkPage } from './edit-page.tsx';
import { LinkListPage } from './list-page.tsx';
import { PosterPage } from './poster-page.tsx';

export default function Page() {
  return (
    <Routes>
      <Route index element={<LinkListPage />} />
      <Route path="new" element={<CreateLinkPage />} />
      <Route path=":id" element={<LinkDetailPage />} />
      <Route path=":id/edit" element={<EditLinkPage />} />
      <Route path=":id/poster" element={<PosterPage />} />
    </Routes>
  );
}
