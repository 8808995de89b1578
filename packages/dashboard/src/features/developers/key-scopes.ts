import type { components } from '../../api/schema.d.ts';
import { defineTexts } from '../../language/define-texts.ts';

export type KeyScope = components['schemas']['ApiKey']['scopes'][number];

type ScopeWords = Readonly<Record<KeyScope, string>>;

/** The actions that each scope permits a key. */
export const scope_words = defineTexts<ScopeWords>({
  en: {
    'payments:write': 'Create payments',
    'payments:read': 'View payments',
    'payouts:write': 'Create payouts',
    'payouts:read': 'View payouts',
    'customers:read': 'View customers',
    'operators:read': 'View operators',
    'balances:read': 'View balances',
    'events:read': 'Read events',
    'receipts:collect': 'Mark receipts as handed over',
    'payment_links:write': 'Create and change payment links',
    'payment_links:read': 'View payment links',
  },
  fr: {
    'payments:write': 'Créer des paiements',
    'payments:read': 'Voir les paiements',
    'payouts:write': 'Créer des versements',
    'payouts:read': 'Voir les versements',
    'customers:read': 'Voir les clients',
    'operators:read': 'Voir les opérateurs',
    'balances:read': 'Voir les soldes',
    'events:read': 'Lire les événements',
    'receipts:collect': 'Marquer des reçus comme remis',
    'payment_links:write': 'Créer et modifier des liens de paiement',
    'payment_links:read': 'Voir les liens de paiement',
  },
});
