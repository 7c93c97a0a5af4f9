import { Route, Routes } from 'react-router';
import { CreateTemplatePage } from './create-page.tsx';
import { TemplateDetailPage } from './detail-page.tsx';
import { EditTemplatePage } from './edit-page.tsx';
import { TemplateListPage } from './list-page.tsx';

export default function Page() {
  return (
    <Routes>
      <Route index element={<TemplateListPage />} />
      <Route path="new" element={<CreateTemplatePage />} />
      <Route path=":id" element={<TemplateDetailPage />} />
      <Route path=":id/edit" element={<EditTemplatePage />} />
    </Routes>
  );
}
