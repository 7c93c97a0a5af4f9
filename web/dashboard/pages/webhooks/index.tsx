import { Route, Routes } from 'react-router';
import { useWorkspace } from '../../api/workspace.tsx';
import { AdminsOnly } from '../members/admins-only.tsx';
import { CreateEndpointPage } from './create-endpoint-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';
import { EndpointListPage } from './endpoint-list-page.tsx';
import { EndpointPage } from './endpoint-page.tsx';

export default function WebhooksPage() {
  const { can } = useWorkspace();
  if (!can('admin'))
    return <AdminsOnly title="Webhooks">Webhooks tell your backend what happens here.</AdminsOnly>;
  return (
    <Routes>
      <Route index element={<EndpointListPage />} />
      <Route path="new" element={<CreateEndpointPage />} />
      <Route path=":id" element={<EndpointPage />} />
      <Route path=":id/deliveries/:delivery" element={<DeliveryPage />} />
    </Routes>
  );
}
