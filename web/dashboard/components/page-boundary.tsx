import { Component, type ReactNode } from 'react';

/** The page itself shows what to do then, and tells the server (`src/pages/failure-guard.ts`). */
export class PageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidMount(): void {
    document.documentElement.dataset.alive = '';
  }

  override componentDidCatch(error: unknown): void {
    dispatchEvent(new CustomEvent('page-failed', { detail: error }));
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
