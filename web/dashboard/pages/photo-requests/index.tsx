import { Route, Routes } from 'react-router';
import { CreateRequestPage } from './create/create-page.tsx';
import { RequestDetailPage } from './detail/detail-page.tsx';
import { RequestListPage } from './list/list-page.tsx';

export default function Page() {
  return (
    <Routes>
      <Route index element={<RequestListPage />} />
      <Route path="new" element={<CreateRequestPage />} />
      <Route path=":id" element={<RequestDetailPage />} />
    </Routes>
  );
}
