import { defineTexts } from '../../language/define-texts.ts';

export const profile_texts = defineTexts({
  en: {
    title: 'Profile',
    about: 'Applies to both test and live mode.',
    name: 'Name',
    name_hint: 'Customers see it on the payment page.',
    contact: 'Contact for customers',
    contact_about:
      'Shown when a payment needs help, with a message that is already written, and on receipts. Leave a field empty to show nothing.',
    phone: 'Phone',
    whatsapp: 'WhatsApp',
    email: 'E-mail',
    hours: 'Opening hours',
    hours_hint: 'In your own words, for example: Monday to Saturday, 8 to 18.',
    pi_spi_alias: 'Alias at PI-SPI',
    pi_spi_hint:
      'Your bank gives it to you. Payment links in XOF then also have a QR code that its app scans.',
    country: 'Country',
    id: 'Merchant id',
    since: 'Since',
  },
  fr: {
    title: 'Profil',
    about: 'Vaut en mode test comme en mode réel.',
    name: 'Nom',
    name_hint: 'Vos clients le voient sur la page de paiement.',
    contact: 'Contact pour les clients',
    contact_about:
      'Affiché quand un paiement pose problème, avec un message déjà rédigé, et sur les reçus. Laissez un champ vide pour ne rien afficher.',
    phone: 'Téléphone',
    whatsapp: 'WhatsApp',
    email: 'E-mail',
    hours: 'Horaires',
    hours_hint: 'Avec vos mots, par exemple : du lundi au samedi, de 8 h à 18 h.',
    pi_spi_alias: 'Alias chez PI-SPI',
    pi_spi_hint:
      'Votre banque vous le donne. Les liens de paiement en XOF ont alors aussi un code QR que son application lit.',
    country: 'Pays',
    id: 'Identifiant du marchand',
    since: 'Depuis',
  },
});
