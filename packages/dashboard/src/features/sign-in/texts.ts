import { defineTexts } from '../../language/define-texts.ts';

export const sign_in_texts = defineTexts({
  en: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    forgotten: 'Forgotten your password?',
    forgotten_answer:
      'An owner or admin of your team can make you a link to set a new one. The person who runs the service can do it with the command “guichet staff reset-password”.',
    code_title: 'Second step',
    code_about: 'Type the six digits that your authenticator app shows for Guichet.',
    code: 'Code',
    recovery_about:
      'Type one of the recovery codes that you kept when you set up the second step. Each works once.',
    recovery_code: 'Recovery code',
    use_recovery: 'Use a recovery code',
    use_app: 'Use the authenticator app',
    trust: 'Do not ask on this device for 30 days',
    go_on: 'Go on',
    start_again: 'Start again',
    problems: {
      credentials: 'E-mail and password do not match. Nothing says which of them is wrong.',
      code: 'This code is not right, or no longer valid. Take the one that is shown now.',
      recovery_code: 'This recovery code is not right, or was used before.',
      passkey: 'The passkey was not accepted. Try again, or use your password.',
      too_many: 'Too many tries. Wait a few minutes before the next.',
      expired: 'This took too long. Start again with your password.',
    },
  },
  fr: {
    title: 'Connexion',
    email: 'E-mail',
    password: 'Mot de passe',
    submit: 'Se connecter',
    passkey: 'Se connecter avec une clé d’accès',
    forgotten: 'Mot de passe oublié ?',
    forgotten_answer:
      'Un propriétaire ou administrateur de votre équipe peut créer un lien pour en choisir un nouveau. La personne qui exploite le service peut le faire avec la commande « guichet staff reset-password ».',
    code_title: 'Deuxième étape',
    code_about: 'Saisissez les six chiffres que votre application d’authentification affiche pour Guichet.',
    code: 'Code',
    recovery_about:
      'Saisissez l’un des codes de secours que vous avez gardés en activant la deuxième étape. Chacun ne sert qu’une fois.',
    recovery_code: 'Code de secours',
    use_recovery: 'Utiliser un code de secours',
    use_app: 'Utiliser l’application',
    trust: 'Ne plus demander sur cet appareil pendant 30 jours',
    go_on: 'Continuer',
    start_again: 'Recommencer',
    problems: {
      credentials: 'L’e-mail et le mot de passe ne correspondent pas. Rien ne dit lequel est faux.',
      code: 'Ce code n’est pas bon, ou plus valable. Prenez celui qui s’affiche maintenant.',
      recovery_code: 'Ce code de secours n’est pas bon, ou a déjà servi.',
      passkey: 'La clé d’accès n’a pas été acceptée. Réessayez, ou utilisez votre mot de passe.',
      too_many: 'Trop d’essais. Attendez quelques minutes avant le suivant.',
      expired: 'Cela a pris trop de temps. Recommencez avec votre mot de passe.',
    },
  },
});
