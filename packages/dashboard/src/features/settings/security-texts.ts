import { defineTexts } from '../../language/define-texts.ts';

export const merchant_security_texts = defineTexts({
  en: {
    title: 'How members sign in',
    second_factor_in_live: {
      rule: 'Two-factor authentication in live mode',
      about:
        'In live mode, members whose role can move money or grant such roles need an authenticator app or a passkey. Changing the team, its rules and the accounts needs one in both modes. Test mode is otherwise open.',
      switch_on: 'Require it in live mode',
      switch_off: 'Stop requiring it in live mode',
      switch_off_about: 'A stolen password alone will then be enough to move your money.',
    },
    second_factor_required: {
      rule: 'Two-factor authentication for every member',
      about:
        'Members can do nothing here until they have signed in with an authenticator app or a passkey. Those without one are guided to set one up; they lose nothing.',
      switch_on: 'Require it of every member',
      switch_off: 'Stop requiring it',
      switch_off_about: 'A stolen password alone will then be enough to access this merchant.',
    },
    on: 'Required',
    off: 'Not required',
    only_owner: 'Only an owner can change this.',
    first_you: 'Set up two-factor authentication for yourself first, under Your security.',
    to_security: 'Go to Your security',
  },
  fr: {
    title: 'Comment les membres se connectent',
    second_factor_in_live: {
      rule: 'Double authentification en mode réel',
      about:
        'En mode réel, les membres dont le rôle permet de déplacer de l’argent ou d’attribuer de tels rôles ont besoin d’une application d’authentification ou d’une clé d’accès. Changer l’équipe, ses règles et les comptes en demande une dans les deux modes. Pour le reste, le mode test est ouvert.',
      switch_on: 'L’exiger en mode réel',
      switch_off: 'Ne plus l’exiger en mode réel',
      switch_off_about: 'Un mot de passe volé suffira alors pour déplacer votre argent.',
    },
    second_factor_required: {
      rule: 'Double authentification pour chaque membre',
      about:
        'Les membres ne peuvent rien faire ici avant de s’être connectés avec une application d’authentification ou une clé d’accès. Ceux qui n’en ont pas sont guidés pour en activer une ; ils ne perdent rien.',
      switch_on: 'L’exiger de chaque membre',
      switch_off: 'Ne plus l’exiger',
      switch_off_about: 'Un mot de passe volé suffira alors pour ouvrir ce marchand.',
    },
    on: 'Exigée',
    off: 'Non exigée',
    only_owner: 'Seul un propriétaire peut changer ceci.',
    first_you: 'Activez d’abord la double authentification pour vous-même, dans Votre sécurité.',
    to_security: 'Ouvrir Votre sécurité',
  },
});
