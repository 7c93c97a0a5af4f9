import { Link } from 'react-router';
import { useWorkspace } from '../../api/workspace.tsx';

export function PlanLink() {
  const { path } = useWorkspace();
  return <Link to={path('plan')}>Compare plans</Link>;
}
