import './theme/mantine.css';
import './theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ApiProvider, createQueryClient } from './api/api-provider.tsx';
import { NoticesProvider } from './components/notices.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { UnsavedChanges } from './components/unsaved-changes.tsx';
import { PreloadAtStart } from './preload.tsx';
import { AppRoutes } from './routes.tsx';
import { site } from './site.ts';
import { cssVariables, theme } from './theme/theme.ts';

// The name under which the library that locks scrolling behind dialogs looks for it.
Object.assign(window, { __webpack_nonce__: site.nonce });

/** One route for all: `<AppRoutes>` tells them apart. A router of this kind can ask before someone leaves a page. */
const router = createBrowserRouter(
  [
    {
      path: '*',
      // Inside of the router, which would show an error page of its own.
      element: (
        <PageBoundary>
          <Application queries={createQueryClient()} />
        </PageBoundary>
      ),
    },
  ],
  { basename: '/app' },
);

function Application({ queries }: { queries: QueryClient }) {
  return (
    <NoticesProvider>
      <ApiProvider queries={queries}>
        <PreloadAtStart />
        <UnsavedChanges>
          <AppRoutes />
        </UnsavedChanges>
      </ApiProvider>
    </NoticesProvider>
  );
}

const root = document.getElementById('app');
if (root === null) throw new Error('The page lacks #app');

createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => site.nonce}
  >
    <RouterProvider router={router} />
  </MantineProvider>,
);
