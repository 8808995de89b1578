import {
  CashierInput,
  CashierList,
  CashierWithPin,
  createCashier,
  createTill,
  disconnectTill,
  listCashiers,
  listTills,
  PairingObject,
  removeCashier,
  renewPairingCode,
  renewPin,
  TillInput,
  TillList,
} from '@guichet/core/accounts';
import { closeShift, listShifts, ShiftPage, ShiftQuery, ShiftSheet, showShift } from '@guichet/core/payments';
import type { Context, StaffActor } from '@guichet/core/platform';
import Type from 'typebox';
import { withActor, withBody, withPath, withQuery } from './handle.ts';
import { merchantOperations } from './list-operations.ts';

const Changed = Type.Object({ id: Type.String() });

const tills = merchantOperations('Tills', {
  listTills: {
    route: 'GET /tills',
    scope: 'tills:read',
    summary: 'Tills, each with its open shift',
    errors: [],
    success: { status: 200, message: 'The tills.', data: TillList },
    handle: withActor(listTills),
  },
  createTill: {
    route: 'POST /tills',
    scope: 'tills:write',
    summary: 'Create a till, with the code that pairs its device; the code is shown once',
    needs_proof: 'live',
    body: TillInput,
    errors: [],
    success: { status: 201, message: 'Till created.', data: PairingObject },
    handle: withBody(createTill),
  },
  renewPairingCode: {
    route: 'POST /tills/{id}/pairing-code',
    scope: 'tills:write',
    summary: 'Create a new pairing code for a till; it is shown once',
    needs_proof: 'live',
    errors: [],
    success: { status: 201, message: 'Code created.', data: PairingObject },
    handle: withPath('id', renewPairingCode),
  },
  disconnectTill: {
    route: 'POST /tills/{id}/disconnect',
    scope: 'tills:write',
    summary: 'Disconnect the device of a till, for example because it was stolen',
    errors: [],
    success: { status: 200, message: 'The device is disconnected.', data: Changed },
    handle: withPath('id', endDevice('unpaired')),
  },
  removeTill: {
    route: 'DELETE /tills/{id}',
    scope: 'tills:write',
    summary: 'Remove a till; its shifts stay',
    errors: [],
    success: { status: 200, message: 'The till was removed.', data: Changed },
    handle: withPath('id', endDevice('removed')),
  },
});

const cashiers = merchantOperations('Cashiers', {
  listCashiers: {
    route: 'GET /cashiers',
    scope: 'tills:read',
    summary: 'Cashiers, who work at the tills of both modes',
    errors: [],
    success: { status: 200, message: 'The cashiers.', data: CashierList },
    handle: withActor(listCashiers),
  },
  addCashier: {
    route: 'POST /cashiers',
    scope: 'tills:write',
    summary: 'Add a cashier; the PIN is shown once',
    needs_proof: 'live',
    covers_both_modes: true,
    body: CashierInput,
    errors: [],
    success: { status: 201, message: 'Cashier added.', data: CashierWithPin },
    handle: withBody(createCashier),
  },
  renewPin: {
    route: 'POST /cashiers/{id}/pin',
    scope: 'tills:write',
    summary: 'Give a cashier a new PIN; it is shown once',
    needs_proof: 'live',
    covers_both_modes: true,
    errors: [],
    success: { status: 201, message: 'PIN created.', data: CashierWithPin },
    handle: withPath('id', renewPin),
  },
  removeCashier: {
    route: 'DELETE /cashiers/{id}',
    scope: 'tills:write',
    summary: 'Remove a cashier; their shifts stay',
    errors: [],
    success: { status: 200, message: 'The cashier was removed.', data: Changed },
    handle: withPath('id', async (ctx: Context, actor: StaffActor, id) => {
      await removeCashier(ctx, actor, id);
      return { id };
    }),
  },
});

const shifts = merchantOperations('Shifts', {
  listShifts: {
    route: 'GET /shifts',
    scope: 'tills:read',
    summary: 'Shifts with their totals, newest first',
    query: ShiftQuery,
    errors: ['invalid_fields'],
    success: { status: 200, message: 'Shifts.', data: ShiftPage },
    handle: withQuery(listShifts),
  },
  showShift: {
    route: 'GET /shifts/{id}',
    scope: 'tills:read',
    summary: 'The closing sheet of a shift, also while it is open',
    errors: [],
    success: { status: 200, message: 'The shift.', data: ShiftSheet },
    handle: withPath('id', showShift),
  },
  closeShift: {
    route: 'POST /shifts/{id}/close',
    scope: 'tills:write',
    summary: 'Close a shift that its cashier has left open',
    errors: [],
    success: { status: 200, message: 'The shift is closed.', data: ShiftSheet },
    handle: withPath('id', closeShift),
  },
});

/** Operations on the counter: its tills, its cashiers and their shifts. */
export const till_operations = [...tills, ...cashiers, ...shifts];

function endDevice(to: 'unpaired' | 'removed') {
  return async (ctx: Context, actor: StaffActor, id: string): Promise<{ readonly id: string }> => {
    await disconnectTill(ctx, actor, { id, to });
    return { id };
  };
}
