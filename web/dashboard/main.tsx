import './theme/mantine.css';
import './theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { ApiProvider, createQueryClient } from './api/surroundings.tsx';
import { NoticesProvider } from './components/notices.tsx';
import { PageBoundary } from './components/page-boundary.tsx';
import { AppRoutes } from './routes.tsx';
import { site } from './site.ts';
import { cssVariables, theme } from './theme/theme.ts';

// The name under which the library that locks scrolling behind dialogs looks for it.
Object.assign(window, { __webpack_nonce__: site.nonce });

const root = document.getElementById('app');
if (root === null) throw new Error('The page lacks #app');

createRoot(root).render(
  <PageBoundary>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => site.nonce}
    >
      <BrowserRouter basename="/app">
        <NoticesProvider>
          <ApiProvider queries={createQueryClient()}>
            <AppRoutes />
          </ApiProvider>
        </NoticesProvider>
      </BrowserRouter>
    </MantineProvider>
  </PageBoundary>,
);
