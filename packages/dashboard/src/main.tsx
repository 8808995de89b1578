import './app/mantine.css';
import './app/style.css';
import './app/shell.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchAttendance } from './api/attendance.ts';
import { signedInRoute } from './app/frame-route.tsx';
import { makeQueryClient } from './app/query-client.ts';
import { makeRouter } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
import { LanguageProvider } from './language/use-language.tsx';

watchAttendance();

const query_client = makeQueryClient(() => {
  const { matches, location } = router.state;
  // The request may have come from a page that needs no sign-in. Such a page stays open.
  if (!matches.some(({ routeId }) => routeId === signedInRoute.id)) return;
  query_client.clear();
  void router.navigate({ to: '/sign-in', search: { next: location.href } });
});
const router = makeRouter(query_client);

/** The server's Content-Security-Policy permits only style sheets with this nonce. */
const style_nonce = document.querySelector('meta[property="csp-nonce"]')?.getAttribute('content') ?? '';

// Mantine does not pass its nonce to the scroll lock of its dialogs, which reads this global.
Object.assign(globalThis, { __webpack_nonce__: style_nonce });

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no element #root');
const dashboard = (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => style_nonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={query_client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>
);

// Until its content has loaded, the page shows the outline in its HTML. This file must not wait for the content:
// the modules loaded meanwhile import this file, so each would wait for the other.
void router.load().finally(() => createRoot(root).render(dashboard));
