import { createEndpoint } from '@guichet/core/events';
import { type Dashboard, openDashboard } from '@guichet/dashboard/testing/open-dashboard';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../test-support/actors.ts';
import { goWithin } from './examine.ts';
import { makeShop, type Shop } from './shop.ts';

let dashboard: Dashboard;
let shop: Shop;
/** The page of an owner who reads French. */
let page: Page;
/** The addresses of the created objects. */
const made = { payment: '', question: '', endpoint: '' };
beforeAll(async () => {
  dashboard = await openDashboard();
  shop = await makeShop(dashboard);
  const { ctx } = shop.service;
  made.payment = `payments/${(await shop.sell('00')).payment_id}`;
  made.question = `payments/${(await shop.sell('17')).payment_id}`;
  const { id } = await createEndpoint(ctx, commandOf(shop.merchant_id, 'test'), {
    url: 'https://shop.example/hooks',
  });
  made.endpoint = `developers/webhooks/${id}`;
  page = await shop.open('owner', 'payments', { locale: 'fr-FR' });
}, 240_000);
afterAll(() => dashboard.close());

const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const pressThere = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const labelled = (label: string): Locator =>
  page.getByLabel(new RegExp(`^${label.replaceAll(/[()?]/g, '\\$&')}( \\*)?$`)).first();
const fill = (label: string, text: string) => labelled(label).fill(text);

/** A form that is filled in incorrectly and sent. */
type Mistake = readonly [
  form: string,
  section: () => string,
  make: () => Promise<unknown>,
  /** The French text expected at each place. */
  expected: Readonly<Record<string, string>>,
];

const filled_in = 'À remplir.';
const long = 'x'.repeat(1001);

/**
 * Enters more text than the field allows, which is possible on a page that was loaded before the server was
 * updated.
 */
async function overfill(label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await field.evaluate((node) => node.removeAttribute('maxlength'));
  await field.fill(text);
}

const mistakes: readonly Mistake[] = [
  [
    'a refund of more than was paid',
    () => made.payment,
    async () => {
      await press('Rembourser');
      await fill('Montant à rembourser', '999999');
    },
    { 'Montant à rembourser': 'Il reste au plus 25\u202f500\u00a0F\u00a0CFA à rembourser.' },
  ],
  [
    'a resolution, left empty',
    () => made.question,
    async () => {
      await press('Résoudre');
      await pressThere('Résoudre définitivement');
    },
    { 'Note : comment vous l’avez su': filled_in, Issue: filled_in },
  ],
  [
    'a resolution without evidence',
    () => made.question,
    async () => {
      await press('Résoudre');
      await page.getByLabel('Payé en entier').check();
      await fill('Note : comment vous l’avez su', 'Relevé');
      await pressThere('Résoudre définitivement');
    },
    { Justificatif: 'Ajoutez un justificatif du paiement.' },
  ],
  [
    'a payout to a number of another country',
    () => 'payouts/new',
    async () => {
      await fill('Numéro mobile money du bénéficiaire', '+2348031234567');
      await page.getByLabel('Opérateur du bénéficiaire').selectOption('mtn_ci');
      await fill('Montant', '500');
      await press('Continuer');
      await pressThere('Envoyer');
    },
    {
      'Numéro mobile money du bénéficiaire':
        'Cet opérateur ne sert que les numéros de ce pays : Côte d’Ivoire.',
    },
  ],
  [
    'a payout to an invalid number, without an operator',
    () => 'payouts/new',
    async () => {
      await fill('Numéro mobile money du bénéficiaire', '12');
      await fill('Montant', '500');
      await press('Continuer');
      await pressThere('Envoyer');
    },
    {
      'Numéro mobile money du bénéficiaire':
        'Saisissez un numéro valide, avec l’indicatif du pays, par exemple +225 07 00 00 00 00.',
      'Opérateur du bénéficiaire': 'Opérateur inconnu. Choisissez-en un dans la liste.',
    },
  ],
  [
    'a payout of more than the balance',
    () => 'payouts/new',
    async () => {
      await fill('Numéro mobile money du bénéficiaire', '+2250504030201');
      await page.getByLabel('Opérateur du bénéficiaire').selectOption('mtn_ci');
      await fill('Montant', '9000000');
      await press('Continuer');
      await pressThere('Envoyer');
    },
    { Montant: 'Votre solde disponible est de 25\u202f000\u00a0F\u00a0CFA.' },
  ],
  [
    'payout rules with an invalid amount',
    () => 'payouts',
    async () => {
      await press('Règles');
      await fill('Signaler un solde inférieur à', 'beaucoup');
      await pressThere('Enregistrer');
    },
    { 'Signaler un solde inférieur à': 'Saisissez un montant, par exemple 500.' },
  ],
  [
    'an API key without a name',
    () => 'developers/keys',
    async () => {
      await press('Créer une clé');
      await pressThere('Créer une clé');
    },
    { Nom: filled_in },
  ],
  [
    'an API key with a name that is too long',
    () => 'developers/keys',
    async () => {
      await press('Créer une clé');
      await overfill('Nom', long);
      await pressThere('Créer une clé');
    },
    { Nom: 'Au plus 100 caractères.' },
  ],
  [
    'an endpoint without a valid address',
    () => 'developers/webhooks',
    async () => {
      await press('Ajouter une adresse');
      await fill('Adresse', 'boutique');
      await pressThere('Ajouter une adresse');
    },
    { Adresse: 'Saisissez une adresse complète, par exemple https://boutique.example/webhooks.' },
  ],
  [
    'an endpoint with a password in its address, and without events',
    () => made.endpoint,
    async () => {
      await press('Modifier');
      await fill('Adresse', 'https://moi:secret@shop.example/');
      await page.getByLabel('Seulement ceux-ci').check();
      await page.getByLabel('payment.successful').uncheck();
      await page.getByLabel('payment.failed').uncheck();
      await pressThere('Enregistrer');
    },
    {
      Adresse: 'Enlevez le nom d’utilisateur et le mot de passe de l’adresse.',
      'Seulement ceux-ci': 'Choisissez-en au moins 1.',
    },
  ],
  [
    'a new secret, with the old one valid for a year',
    () => made.endpoint,
    async () => {
      await press('Nouveau secret');
      await fill('Recouvrement en heures', '8760');
      await pressThere('Nouveau secret');
    },
    { 'Recouvrement en heures': 'Pas plus de 168.' },
  ],
  [
    'resending without a date',
    () => made.endpoint,
    async () => {
      await fill('Du', '');
      await press('Renvoyer');
    },
    { Du: 'Saisissez une date.' },
  ],
  [
    'test funds that are not a number',
    () => 'developers/sandbox',
    async () => {
      await fill('Montant', 'mille');
      await press('Ajouter');
    },
    { Montant: 'Saisissez un nombre, par exemple 500.' },
  ],
  [
    'test funds in an unknown currency',
    () => 'developers/sandbox',
    async () => {
      await fill('Devise (ISO 4217)', 'ABC');
      await press('Ajouter');
    },
    { 'Devise (ISO 4217)': 'Saisissez le code de la devise en trois lettres, par exemple XOF.' },
  ],
  [
    'an invalid colour',
    () => 'settings/brand',
    () => fill('Code', 'bleu'),
    { Code: 'Saisissez la couleur avec # et six chiffres hexadécimaux, par exemple #0055AA.' },
  ],
  [
    'a merchant without a name',
    () => 'settings/profile',
    async () => {
      await fill('Nom', ' ');
      await press('Enregistrer');
    },
    { Nom: filled_in },
  ],
  [
    'an invalid rule for an operator',
    () => 'settings/routing',
    async () => {
      await page.locator('summary', { hasText: 'Côte d’Ivoire' }).click();
      await page.getByRole('button', { name: /^Modifier: MTN/ }).click();
      await fill('Frais en pour cent', '101');
      await fill('Montant minimal', '5000');
      await fill('Montant maximal', '100');
      await pressThere('Enregistrer');
    },
    {
      'Frais en pour cent': 'Saisissez un nombre de 0 à 100, par exemple 1,5.',
      'Montant maximal': 'Le montant maximal doit être au moins égal au montant minimal.',
    },
  ],
  [
    'an account without settings',
    () => 'settings/accounts',
    async () => {
      await press('Ajouter un compte');
      await page.getByLabel('Fournisseur', { exact: true }).selectOption('wave');
      await fill('Nom', 'Wave');
      await pressThere('Ajouter un compte');
    },
    { 'api_key (obligatoire)': filled_in },
  ],
  [
    'an invitation to an invalid e-mail address',
    () => 'team',
    async () => {
      await press('Inviter quelqu’un');
      await fill('E-mail', 'awa@boutique');
      await pressThere('Inviter quelqu’un');
    },
    { 'E-mail': 'Saisissez une adresse e-mail, par exemple awa@boutique.example.' },
  ],
  [
    'a common new password, with a wrong old one',
    () => 'security',
    async () => {
      await fill('Mot de passe actuel', 'pas le bon du tout');
      await fill('Nouveau mot de passe', 'password1234');
      await press('Changer le mot de passe');
    },
    { 'Nouveau mot de passe': 'Trop facile à deviner : il figure dans des listes de mots de passe volés.' },
  ],
  [
    'a new password with a wrong old one',
    () => 'security',
    async () => {
      await fill('Mot de passe actuel', 'pas le bon du tout');
      await fill('Nouveau mot de passe', 'quatre mots que nul ne sait');
      await press('Changer le mot de passe');
    },
    { 'Mot de passe actuel': 'Ce n’est pas votre mot de passe.' },
  ],
  [
    'a second factor with a wrong password',
    () => 'security',
    async () => {
      await press('Activer la double authentification');
      await fill('Votre mot de passe', 'pas le bon du tout');
      await pressThere('Continuer');
    },
    { 'Votre mot de passe': 'Ce n’est pas votre mot de passe.' },
  ],
];

/** Opens a section again without a reload, so that nothing of the previous form remains. */
async function go(section: string): Promise<void> {
  for (const at of [shop.url('team'), shop.url(section)]) await goWithin(page, new URL(at).pathname);
}

/** Reads the texts of the elements that describe a field or a group of choices. */
async function readField(
  label: string,
): Promise<{ invalid: string | null; is_marked: boolean; words: string }> {
  return labelled(label).evaluate((node) => {
    const group = node.closest('[role=radiogroup], fieldset') ?? node;
    const invalid = node.getAttribute('aria-invalid') ?? group.getAttribute('aria-invalid');
    // The component library's radio groups cannot be marked as invalid; only the message is linked to the group.
    const is_marked = node.closest('div[role=radiogroup]') === null;
    const ids = [node, group].flatMap((one) => (one.getAttribute('aria-describedby') ?? '').split(' '));
    const words = ids.map((id) => node.ownerDocument.getElementById(id)?.textContent ?? '').join(' ');
    return { invalid, is_marked, words };
  });
}

describe('a validation error from the server appears in French next to its field after', () => {
  it.each(mistakes)(
    '%s',
    async (_, section, make, expected) => {
      await go(section());
      await make();
      for (const [label, words] of Object.entries(expected)) {
        await page.getByText(words, { exact: true }).first().waitFor();
        const field = await readField(label);
        expect(field.words, label).toContain(words);
        if (field.is_marked) expect(field.invalid, label).toBe('true');
      }
      const shown = await page.locator('main, [role=dialog]').allInnerTexts();
      expect(shown.join(' ')).not.toMatch(/\bmust\b|\bis required\b/);
    },
    60_000,
  );
});
