import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useWorkspace } from '../../api/workspace.tsx';
import { EmptyState, PageHeader } from '../../components/index.ts';

export default function NotFoundPage() {
  const { path } = useWorkspace();
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="This page doesn’t exist"
        action={
          <Button component={Link} to={path()} variant="default">
            Go to overview
          </Button>
        }
      >
        It may have moved, or the link is incomplete.
      </EmptyState>
    </>
  );
}
