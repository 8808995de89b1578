import { defineTexts } from '../../language/define-texts.ts';

export const settings_frame_texts = defineTexts({
  en: {
    pages: 'Settings pages',
    brand: 'Payment page',
    routing: 'Operators',
    accounts: 'Connector accounts',
    money: 'Unexpected money',
    profile: 'Profile',
    security: 'Security',
    save: 'Save',
    saved: 'Saved',
    read_only: 'Your role can view this but not change it.',
  },
  fr: {
    pages: 'Pages des réglages',
    brand: 'Page de paiement',
    routing: 'Opérateurs',
    accounts: 'Comptes connecteurs',
    money: 'Argent inattendu',
    profile: 'Profil',
    security: 'Sécurité',
    save: 'Enregistrer',
    saved: 'Enregistré',
    read_only: 'Votre rôle permet de le voir, pas de le modifier.',
  },
});
