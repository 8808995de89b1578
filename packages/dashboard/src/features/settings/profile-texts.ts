import { defineTexts } from '../../language/define-texts.ts';

export const profile_texts = defineTexts({
  en: {
    title: 'Profile',
    about: 'Applies to both test and live mode.',
    name: 'Name',
    name_hint: 'Customers see it on the payment page.',
    country: 'Country',
    id: 'Merchant id',
    since: 'Since',
  },
  fr: {
    title: 'Profil',
    about: 'Vaut en mode test comme en mode réel.',
    name: 'Nom',
    name_hint: 'Vos clients le voient sur la page de paiement.',
    country: 'Pays',
    id: 'Identifiant du marchand',
    since: 'Depuis',
  },
});
