import { defineTexts } from '../../language/define-texts.ts';

export const merchant_security_texts = defineTexts({
  en: {
    title: 'How members sign in',
    about:
      'With this on, members can do nothing here before they have signed in with an authenticator app or a passkey. Those who have none are led to set one up; they lose nothing.',
    rule: 'Members must have a second step',
    on: 'Asked for',
    off: 'Not asked for',
    switch_on: 'Ask every member for a second step',
    switch_off: 'No longer ask for it',
    switch_off_about: 'From then on a stolen password alone can open this merchant.',
    only_owner: 'Only an owner can change this.',
    first_you: 'Set up a second step for yourself first, under Your security.',
    to_security: 'To your security',
  },
  fr: {
    title: 'Comment les membres se connectent',
    about:
      'Une fois activé, les membres ne peuvent rien faire ici avant de s’être connectés avec une application d’authentification ou une clé d’accès. Ceux qui n’en ont pas sont guidés pour en activer une ; ils ne perdent rien.',
    rule: 'Les membres doivent avoir une deuxième étape',
    on: 'Demandée',
    off: 'Non demandée',
    switch_on: 'Demander une deuxième étape à chaque membre',
    switch_off: 'Ne plus la demander',
    switch_off_about: 'Dès lors, un mot de passe volé suffit pour ouvrir ce marchand.',
    only_owner: 'Seul un propriétaire peut changer ceci.',
    first_you: 'Activez d’abord une deuxième étape pour vous-même, sous Votre sécurité.',
    to_security: 'Vers votre sécurité',
  },
});
