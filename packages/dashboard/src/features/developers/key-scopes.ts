import type { components } from '../../api/schema.d.ts';
import { defineTexts } from '../../language/define-texts.ts';

export type KeyScope = components['schemas']['ApiKey']['scopes'][number];

type ScopeWords = Readonly<Record<KeyScope, string>>;

/** What each scope lets a key do. */
export const scope_words = defineTexts<ScopeWords>({
  en: {
    'payments:write': 'Start payments',
    'payments:read': 'See payments',
    'payouts:write': 'Pay out',
    'payouts:read': 'See payouts',
    'customers:read': 'See customers',
    'operators:read': 'See operators',
    'balances:read': 'See balances',
    'events:read': 'Read events',
  },
  fr: {
    'payments:write': 'Lancer des paiements',
    'payments:read': 'Voir les paiements',
    'payouts:write': 'Verser de l’argent',
    'payouts:read': 'Voir les versements',
    'customers:read': 'Voir les clients',
    'operators:read': 'Voir les opérateurs',
    'balances:read': 'Voir les soldes',
    'events:read': 'Lire les événements',
  },
});
