import type { Page } from 'playwright-core';
import type { Opening } from './visit.ts';

/** Presses a button or a menu item. */
export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .or(page.getByRole('menuitem', { name, exact: typeof name === 'string' }))
    .first()
    .click();

/** Returns an opening that appears after the buttons with these names are pressed, one after another. */
export function after(file: string, ...names: readonly (string | RegExp)[]): Opening {
  return {
    name: names.map(String).join(', '),
    file,
    open: async (page) => {
      for (const name of names) await press(page, name);
    },
  };
}

/**
 * Returns an opening that continues a given one: it fills in the fields of the dialog that `opening` opens, and
 * presses the dialog's own button.
 */
export function answered(
  file: string,
  opening: Opening,
  fields: Readonly<Record<string, string>>,
  button: string,
): Opening {
  return {
    name: `${opening.name}, ${button}`,
    file,
    stays: true,
    open: async (page) => {
      await opening.open(page);
      const dialog = page.getByRole('dialog');
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await dialog.getByRole('button', { name: button, exact: true }).waitFor({ state: 'detached' });
    },
  };
}
