import { defineTexts } from '../../language/define-texts.ts';

/** The texts of the dialog that pairs a phone with a till. */
export const pairing_texts = defineTexts({
  en: {
    scan: 'Scan this with the phone’s camera',
    qr_alt: 'QR code that pairs a phone with the till',
    by_hand: (address: string) => `Or open ${address} on the phone, and type this code`,
    code: 'Code',
    valid: 'The code works once, within 15 minutes. It is not shown again.',
    waiting: 'Waiting for the phone…',
    here: 'Use this device as the till',
    expired: 'This code has expired',
    expired_about: 'Nobody can use it any more.',
    again: 'Show a new code',
    paired: 'The phone is paired',
    paired_about: (name: string) => `“${name}” is ready: a cashier can sign in on it.`,
    no_cashier: 'There is no cashier yet: add one, and give them their PIN.',
    later: 'Pair later',
    done: 'Done',
  },
  fr: {
    scan: 'Scannez ceci avec l’appareil photo du téléphone',
    qr_alt: 'Code QR qui associe un téléphone à la caisse',
    by_hand: (address) => `Ou ouvrez ${address} sur le téléphone, et saisissez ce code`,
    code: 'Code',
    valid: 'Le code sert une seule fois, pendant 15 minutes. Il ne sera plus affiché.',
    waiting: 'En attente du téléphone…',
    here: 'Utiliser cet appareil comme caisse',
    expired: 'Ce code a expiré',
    expired_about: 'Plus personne ne peut l’utiliser.',
    again: 'Afficher un nouveau code',
    paired: 'Le téléphone est associé',
    paired_about: (name) => `«\u00a0${name}\u00a0» est prête\u00a0: un caissier peut y ouvrir sa session.`,
    no_cashier: 'Il n’y a pas encore de caissier\u00a0: ajoutez-en un, et donnez-lui son code PIN.',
    later: 'Associer plus tard',
    done: 'Terminé',
  },
});
