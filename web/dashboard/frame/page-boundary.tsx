import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorState } from '../components/states.tsx';

/** A page that breaks, or whose script cannot be fetched, leaves the navigation standing, and the server's log hears of it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary key={pathname}>{children}</Boundary>;
}

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    // As one that no one caught: the guard of the page tells the server (`src/pages/failure-guard.ts`).
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <ErrorState error={error} onRetry={() => window.location.reload()} />;
  }
}
