import { defineTexts } from '../../language/define-texts.ts';

export const merchant_security_texts = defineTexts({
  en: {
    title: 'How members sign in',
    second_step_in_live: {
      rule: 'A second step in live mode',
      about:
        'Members whose role moves money or changes who can need an authenticator app or a passkey in live mode, and in either mode to change the team, its rules and the accounts. Test mode stays open for the rest.',
      switch_on: 'Ask for a second step in live mode',
      switch_off: 'No longer ask for it in live mode',
      switch_off_about: 'From then on a stolen password alone can move your money.',
    },
    second_step_required: {
      rule: 'A second step for every member',
      about:
        'With this on, members can do nothing here before they have signed in with an authenticator app or a passkey. Those who have none are led to set one up; they lose nothing.',
      switch_on: 'Ask every member for a second step',
      switch_off: 'No longer ask for it',
      switch_off_about: 'From then on a stolen password alone can open this merchant.',
    },
    on: 'Asked for',
    off: 'Not asked for',
    only_owner: 'Only an owner can change this.',
    first_you: 'Set up a second step for yourself first, under Your security.',
    to_security: 'To your security',
  },
  fr: {
    title: 'Comment les membres se connectent',
    second_step_in_live: {
      rule: 'Une deuxième étape en mode réel',
      about:
        'Les membres dont le rôle déplace de l’argent ou change qui le peut ont besoin d’une application d’authentification ou d’une clé d’accès en mode réel, et dans les deux modes pour changer l’équipe, ses règles et les comptes. Le mode test reste ouvert pour le reste.',
      switch_on: 'Demander une deuxième étape en mode réel',
      switch_off: 'Ne plus la demander en mode réel',
      switch_off_about: 'Dès lors, un mot de passe volé suffit pour déplacer votre argent.',
    },
    second_step_required: {
      rule: 'Une deuxième étape pour chaque membre',
      about:
        'Une fois activé, les membres ne peuvent rien faire ici avant de s’être connectés avec une application d’authentification ou une clé d’accès. Ceux qui n’en ont pas sont guidés pour en activer une ; ils ne perdent rien.',
      switch_on: 'Demander une deuxième étape à chaque membre',
      switch_off: 'Ne plus la demander',
      switch_off_about: 'Dès lors, un mot de passe volé suffit pour ouvrir ce marchand.',
    },
    on: 'Demandée',
    off: 'Non demandée',
    only_owner: 'Seul un propriétaire peut changer ceci.',
    first_you: 'Activez d’abord une deuxième étape pour vous-même, sous Votre sécurité.',
    to_security: 'Vers votre sécurité',
  },
});
