// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer } from '../../testing/recorded.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';

test.each(['customers?cursor=later', 'payments?cursor=later'])(
  'a later page that has become empty says so, and leads back to the first: %s',
  async (address) => {
    const opened = await openScreen(placeOf(address), [
      signedIn(['customers:read', 'payments:read']),
      answer(`${base}/customers`, { items: [], next_cursor: null }),
      answer(`${base}/payments`, { items: [], next_cursor: null, searched_until: null }),
      answer(`${base}/payment-choices`, { operators: [], countries: [], currencies: [] }),
    ]);
    await screen.findByText('Nothing is left on this page.');
    fireEvent.click(screen.getByRole('button', { name: 'First page' }));
    await waitFor(() => expect(opened.address()).not.toContain('cursor'));
    await screen.findByText(/^No (customers|payments) yet/);
  },
);
