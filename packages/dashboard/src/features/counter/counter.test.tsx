// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Merchant } from '../../app/me.ts';
import { placeOf, signedIn } from '../../testing/answers.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { answer, done, refusal } from '../../testing/recorded.ts';
import type { Cashier, Pairing, ShiftSheet, Till } from './verbs.ts';

const base = '/dashboard/api/{merchant_id}/{mode}';
const at = '2026-03-01T10:00:00+00:00';
const reads: Merchant['scopes'] = ['payments:read', 'payment_links:read', 'tills:read'];
const writes: Merchant['scopes'] = [...reads, 'tills:write'];

const till: Till = {
  ...{ id: 'til_01JD0Z5T8Q0000000000000000', name: 'Front desk', status: 'unpaired', currency: 'XOF' },
  ...{ language: 'fr', paired_at: null, shift: null },
};
const paired: Till = { ...till, status: 'paired', paired_at: at };
const pairing: Pairing = {
  ...{ till, code: '7KQ2-M9XD', url: 'https://pay.example/caisse?code=7KQ2-M9XD' },
  expires_at: at,
};
const awa: Cashier = { id: 'csh_01JD0Z5T8Q0000000000000000', name: 'Awa', locked: false, created_at: at };
const none = {
  ...{ open_payments: 0, open_amount: 0, refunded_amount: 0 },
  reversed_payments: 0,
  reversed_amount: 0,
};
const shift: ShiftSheet = {
  ...{ id: 'shf_01JD0Z5T8Q0000000000000000', till: { id: till.id, name: till.name } },
  ...{ cashier: { id: awa.id, name: awa.name }, currency: 'XOF', opened_at: at, closed_at: null },
  ...{ payments: 2, amount: 16_500, different_payments: 0, ...none },
  operators: [{ operator: 'MTN MoMo', payments: 2, amount: 16_500, ...none }],
};

const tills = (...items: Till[]) => answer(`${base}/tills`, { items });
const cashiers = (...items: Cashier[]) => answer(`${base}/cashiers`, { items });
const shifts = (...items: ShiftSheet[]) => answer(`${base}/shifts`, { items, next_cursor: null });
const options = answer(`${base}/payment-link-options`, { currencies: ['GHS', 'XOF'], currency: 'XOF' });

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }));
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

function openCounter(
  has: { readonly tills?: readonly Till[]; readonly cashiers?: readonly Cashier[] } = {},
  scopes = writes,
  language: 'en' | 'fr' = 'en',
) {
  const found = [tills(...(has.tills ?? [])), cashiers(...(has.cashiers ?? [])), shifts(), options];
  return openScreen(placeOf('counter'), [signedIn(scopes), ...found], { language });
}

describe('without a till', () => {
  test('the page explains the three steps', async () => {
    await openCounter({ cashiers: [awa] });
    await screen.findByRole('heading', { name: 'Take payments at the counter' });
    const steps = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(steps).toEqual(['Add a till', 'Add a cashier', expect.stringMatching(/\/caisse on the phone$/)]);
    expect(await screen.findByText('Done')).toBeTruthy();
  });

  test('those who may only read are told whom to ask', async () => {
    await openCounter({}, reads);
    await screen.findByText('An owner or an admin can add tills and cashiers.');
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
  });

  test('the first till has the currency of the country and the language of the person', async () => {
    const { sent, answerBy } = await openCounter({}, writes, 'fr');
    await press('Ajouter une caisse');
    const form = await dialogOf('Ajouter une caisse');
    fireEvent.change(await form.findByLabelText('Nom de la caisse'), { target: { value: 'Accueil' } });
    answerBy(done(`${base}/tills`, pairing), tills(till));
    fireEvent.click(form.getByRole('button', { name: 'Ajouter une caisse' }));
    // The list has taken the place of the steps; the dialog with the code stays.
    const code = await dialogOf('Associer un téléphone à «\u00a0Front desk\u00a0»');
    expect(sent).toEqual([{ name: 'Accueil', currency: 'XOF', language: 'fr' }]);
    expect(code.getByText('7KQ2-M9XD').getAttribute('aria-label')).toBe('Code: 7 K Q 2 M 9 X D');
    expect(
      code.getByText('Ou ouvrez pay.example/caisse sur le téléphone, et saisissez ce code'),
    ).toBeTruthy();
    expect(code.getByAltText(/^Code QR/).getAttribute('src')).toMatch(/^data:image\/svg/);
  });

  test('a till whose name is wrong is not added', async () => {
    const { answerBy } = await openCounter();
    await press('Add a till');
    const form = await dialogOf('Add a till');
    await form.findByLabelText('Name of the till');
    const errors = { name: ['must not be empty'] };
    answerBy(
      refusal('POST', `${base}/tills`, {
        ...{ status: 422, code: 'invalid_fields', message: 'Some fields are wrong.', errors },
      }),
    );
    fireEvent.click(form.getByRole('button', { name: 'Add a till' }));
    await screen.findByRole('alert');
    expect(form.getByLabelText('Name of the till').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a till', () => {
  test('is shown as paired by itself once a phone has used the code', async () => {
    const { answerBy, report } = await openCounter({ tills: [till], cashiers: [awa] });
    await press('Actions for Front desk');
    await choose('Pair a phone');
    answerBy(done(`${base}/tills/{id}/pairing-code`, pairing));
    await press('Show the code');
    await screen.findByText('Waiting for the phone…');
    const dialog = await dialogOf('Pair a phone with “Front desk”');
    answerBy(tills(paired));
    await report('tills');
    await dialog.findByText('The phone is paired');
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Paired')).toBeTruthy();
  });

  test('that has a phone is paired again only when another phone uses the new code', async () => {
    const { answerBy, report } = await openCounter({ tills: [paired], cashiers: [awa] });
    await press('Actions for Front desk');
    await choose('Pair a phone');
    await screen.findByText(/^The phone that is paired now keeps working/);
    answerBy(done(`${base}/tills/{id}/pairing-code`, { ...pairing, till: paired }));
    await press('Show the code');
    await screen.findByText('Waiting for the phone…');
    const dialog = await dialogOf('Pair a phone with “Front desk”');
    answerBy(tills({ ...paired, paired_at: '2026-03-01T10:05:00+00:00' }));
    await report('tills');
    await dialog.findByText('The phone is paired');
  });

  test('shows who is at work, and is disconnected', async () => {
    const busy = { ...paired, shift: { id: shift.id, cashier: 'Awa', opened_at: at } };
    const { asked, answerBy } = await openCounter({ tills: [busy], cashiers: [awa] });
    const link = await screen.findByRole('link', { name: /^Awa since 1 Mar 2026/ });
    expect(link.getAttribute('href')).toContain(`/counter/shifts/${shift.id}`);
    await press('Actions for Front desk');
    await choose('Disconnect the phone');
    answerBy(done(`${base}/tills/{id}/disconnect`, { id: till.id }), tills(till));
    const dialog = await dialogOf('Disconnect the phone of “Front desk”?');
    fireEvent.click(dialog.getByRole('button', { name: 'Disconnect the phone' }));
    await screen.findByText('No phone');
    expect(asked.some((one) => one.startsWith('POST') && one.endsWith('/disconnect'))).toBe(true);
  });
});

describe('a cashier', () => {
  test('gets a PIN that is shown once, whose dialog only its button closes', async () => {
    const { answerBy, sent } = await openCounter({ tills: [till] });
    await screen.findByText('No cashiers yet. Without one, nobody can sign in at a till.');
    await press('Add a cashier');
    const form = await dialogOf('Add a cashier');
    fireEvent.change(form.getByLabelText('Name of the cashier'), { target: { value: 'Awa' } });
    answerBy(done(`${base}/cashiers`, { cashier: awa, pin: '048291' }), cashiers(awa));
    fireEvent.click(form.getByRole('button', { name: 'Add a cashier' }));
    const dialog = await dialogOf('PIN of Awa');
    expect(sent).toEqual([{ name: 'Awa' }]);
    expect(dialog.getByLabelText('PIN of Awa: 0 4 8 2 9 1').textContent).toBe('048291');
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('048')).toBeNull());
  });

  test('who is locked is marked, and gets a new PIN', async () => {
    const { answerBy } = await openCounter({ tills: [till], cashiers: [{ ...awa, locked: true }] });
    await screen.findByText('Locked: needs a new PIN');
    await press('Actions for Awa');
    await choose('New PIN');
    answerBy(done(`${base}/cashiers/{id}/pin`, { cashier: awa, pin: '777000' }), cashiers(awa));
    const dialog = await dialogOf('Give Awa a new PIN?');
    fireEvent.click(dialog.getByRole('button', { name: 'New PIN' }));
    await (await dialogOf('PIN of Awa')).findByText('777');
    expect(screen.queryByText('Locked: needs a new PIN')).toBeNull();
  });

  test('with a name that is taken is refused at the field', async () => {
    const { answerBy } = await openCounter({ tills: [till], cashiers: [awa] });
    await press('Add a cashier');
    const form = await dialogOf('Add a cashier');
    const errors = { name: ['must not be the name of another cashier'] };
    const problem = { status: 422, code: 'invalid_fields', message: 'Some fields are wrong.', errors };
    answerBy(refusal('POST', `${base}/cashiers`, problem));
    fireEvent.click(form.getByRole('button', { name: 'Add a cashier' }));
    await screen.findByRole('alert');
    expect(form.getByLabelText('Name of the cashier').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a shift', () => {
  const open = (sheet: ShiftSheet, scopes = writes) =>
    openScreen(placeOf(`counter/shifts/${sheet.id}`), [
      signedIn(scopes),
      answer(`${base}/shifts/{id}`, sheet),
      answer(`${base}/payments`, { items: [], next_cursor: null, searched_until: null }),
    ]);
  const cellsOf = (row: HTMLElement) =>
    [...row.children].map((cell) => cell.textContent?.replaceAll(/\s/g, ' '));

  test('shows its totals by operator, without the columns that are zero', async () => {
    await open(shift);
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row').map(cellsOf)).toEqual([
      ['Operator', 'Payments', 'Paid'],
      ['MTN MoMo', '2', '16 500 F CFA'],
      ['Total', '2', '16 500 F CFA'],
    ]);
    expect(screen.getByRole('heading', { name: 'Shift so far' })).toBeTruthy();
  });

  test('shows what was refunded, reversed, is open and differs', async () => {
    const more = {
      ...{ refunded_amount: 500, reversed_payments: 1, reversed_amount: 4_000, open_payments: 1 },
      open_amount: 7_000,
    };
    await open({
      ...{ ...shift, ...more, different_payments: 2, closed_at: at },
      operators: [{ operator: 'MTN MoMo', payments: 2, amount: 16_500, ...more }],
    });
    const table = await screen.findByRole('table');
    expect(within(table).getAllByRole('row').map(cellsOf)).toEqual([
      ['Operator', 'Payments', 'Paid', 'Refunded since', 'Reversed', 'In progress'],
      ['MTN MoMo', '2', '16 500 F CFA', '500 F CFA', '4 000 F CFA', '7 000 F CFA'],
      ['Total', '2', '16 500 F CFA', '500 F CFA', '4 000 F CFA', '7 000 F CFA'],
    ]);
    expect(screen.getByRole('heading', { name: 'Closing sheet' })).toBeTruthy();
    expect(screen.getByText(/^The outcome of 1 payment is not known yet/)).toBeTruthy();
    expect(screen.getByText(/^For 2 payments, a different amount arrived/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close this shift' })).toBeNull();
  });

  test('is closed by those who may', async () => {
    const { answerBy } = await open(shift);
    await press('Close this shift');
    const closed = { ...shift, closed_at: at };
    answerBy(done(`${base}/shifts/{id}/close`, closed), answer(`${base}/shifts/{id}`, closed));
    const dialog = await dialogOf('Close the shift of Awa?');
    fireEvent.click(dialog.getByRole('button', { name: 'Close this shift' }));
    await screen.findByRole('heading', { name: 'Closing sheet' });
  });

  test('cannot be closed by those who may only read', async () => {
    await open(shift, reads);
    await screen.findByRole('heading', { name: 'Shift so far' });
    expect(screen.queryByRole('button', { name: 'Close this shift' })).toBeNull();
  });
});
