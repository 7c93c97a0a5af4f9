import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useWorkspace } from '../../api/workspace.tsx';
import { EmptyState, PageHeader, Section } from '../../components/index.ts';
import { withArticle } from './roles.ts';

/** In place of a page that the person's role does not reach. */
export function AdminsOnly({ title, children }: { title: string; children: React.ReactNode }) {
  const { role, path } = useWorkspace();
  return (
    <>
      <PageHeader title={title} />
      <Section flush>
        <div data-testid="admins-only">
          <EmptyState
            icon="lock"
            title="Admins only"
            action={
              <Button component={Link} to={path('members')} variant="default">
                See members
              </Button>
            }
          >
            {children} You’re {withArticle(role)} here. An admin or owner can change that.
          </EmptyState>
        </div>
      </Section>
    </>
  );
}
