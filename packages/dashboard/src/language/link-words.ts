import type { ProblemValues } from '@guichet/kernel/problem';
import { defineTexts } from './define-texts.ts';

type LinkProblem =
  | 'not_an_alias'
  | 'in_the_past'
  | 'only_open_amount'
  | 'only_in_parts'
  | 'bill_needs_amount'
  | 'bill_has_no_stock'
  | 'above_maximum'
  | 'outside_bounds'
  | 'less_than_paid'
  | 'key_taken'
  | 'options_needed'
  | 'only_choice'
  | 'options_repeated'
  | 'link_paused'
  | 'link_ended'
  | 'link_expired'
  | 'link_sold_out'
  | 'link_paid';

type LinkWords = { readonly [Code in LinkProblem]: (values: ProblemValues[Code]) => string };

/** Texts for the server's errors about payment links. */
export const link_words = defineTexts<LinkWords>({
  en: {
    not_an_alias: () => 'An alias looks like 1f0a8c2e-6d5b-4e3a-9c7d-2b1e0f9a8d7c, in lower case.',
    in_the_past: () => 'Choose a time in the future.',
    only_open_amount: () => 'This is only for a link where the customer chooses the amount.',
    only_in_parts: () => 'This is only for a bill that is paid in parts.',
    bill_needs_amount: () => 'A bill that is paid in parts needs an amount.',
    bill_has_no_stock: () => 'A bill that is paid in parts has no stock.',
    above_maximum: ({ max }) => `It must be at most ${max}.`,
    outside_bounds: () => 'The suggested amounts must lie between the smallest and the largest amount.',
    less_than_paid: ({ amount, currency }) =>
      `${amount} ${currency} of this bill are already paid: it cannot be lower than that.`,
    key_taken: () => 'Another field has this name.',
    options_needed: () => 'A choice needs answers to choose from.',
    only_choice: () => 'Only a choice has answers to choose from.',
    options_repeated: () => 'The answers must differ from each other.',
    link_paused: () => 'This payment link is paused.',
    link_ended: () => 'This payment link has ended, and cannot be used again. Make a new one.',
    link_expired: () => 'This payment link has expired.',
    link_sold_out: () => 'Everything that this payment link offered is sold.',
    link_paid: () => 'What this payment link asks for is paid.',
  },
  fr: {
    not_an_alias: () => 'Un alias ressemble à 1f0a8c2e-6d5b-4e3a-9c7d-2b1e0f9a8d7c, en minuscules.',
    in_the_past: () => 'Choisissez un moment à venir.',
    only_open_amount: () => 'Seulement pour un lien dont le client choisit le montant.',
    only_in_parts: () => 'Seulement pour une facture payée en plusieurs fois.',
    bill_needs_amount: () => 'Une facture payée en plusieurs fois a besoin d’un montant.',
    bill_has_no_stock: () => 'Une facture payée en plusieurs fois n’a pas de stock.',
    above_maximum: ({ max }) => `Au plus ${max}.`,
    outside_bounds: () => 'Les montants proposés doivent être entre le plus petit et le plus grand montant.',
    less_than_paid: ({ amount, currency }) =>
      `${amount} ${currency} de cette facture sont déjà payés : elle ne peut pas être plus basse.`,
    key_taken: () => 'Un autre champ porte ce nom.',
    options_needed: () => 'Un choix a besoin de réponses à choisir.',
    only_choice: () => 'Seul un choix a des réponses à choisir.',
    options_repeated: () => 'Les réponses doivent être différentes.',
    link_paused: () => 'Ce lien de paiement est en pause.',
    link_ended: () => 'Ce lien de paiement est terminé et ne peut plus servir. Créez-en un autre.',
    link_expired: () => 'Ce lien de paiement a expiré.',
    link_sold_out: () => 'Tout ce que ce lien proposait est vendu.',
    link_paid: () => 'Ce que ce lien demande est payé.',
  },
});
