import type { Filled } from '../fill.ts';
import { after, answered } from './open.ts';
import type { Visits } from './visit.ts';

const add_till = after('features/counter/add-till-dialog.tsx', 'Add a till');
const add_cashier = after('features/counter/add-cashier-dialog.tsx', 'Add a cashier');
const till = 'Actions for Caisse de Cocody';
const cashier = 'Actions for Adjoua';

/** Visits to the counter, with its dialogs, and to one of its shifts. */
export function counterVisits({ shift_id }: Filled): Visits {
  return {
    counter: [
      {
        name: 'the counter',
        at: 'counter',
        openings: [
          after('features/counter/action-menu.tsx', till),
          add_till,
          add_cashier,
          after('features/counter/till-dialogs.tsx', till, 'Pair a phone'),
          after('features/counter/till-dialogs.tsx', till, 'Disconnect the phone'),
          after('features/counter/till-dialogs.tsx', till, 'Remove'),
          after('features/counter/cashier-dialogs.tsx', cashier, 'New PIN'),
          after('features/counter/cashier-dialogs.tsx', cashier, 'Remove'),
          answered(
            'features/counter/pairing-dialog.tsx',
            after('features/counter/till-dialogs.tsx', till, 'Pair a phone'),
            {},
            'Show the code',
          ),
          answered(
            'features/counter/pin-dialog.tsx',
            after('features/counter/cashier-dialogs.tsx', cashier, 'New PIN'),
            {},
            'New PIN',
          ),
        ],
      },
    ],
    'counter/shifts/$shift_id': [
      {
        name: 'a shift',
        at: `counter/shifts/${shift_id}`,
        openings: [after('features/counter/shift-page.tsx', 'Close this shift')],
      },
    ],
  };
}
