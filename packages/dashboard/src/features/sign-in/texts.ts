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
    one_merchant: 'This address signs in to one merchant only.',
    any_merchant: 'Sign in to any merchant',
    merchant_title: 'To which merchant?',
    merchant_about: 'You have a sign-in with this e-mail address and password at each of these.',
    code_title: 'Second step',
    code_about: 'Type the six digits that your authenticator app shows for Guichet.',
    code: 'Code',
    recovery_about:
      'Type one of the recovery codes that you kept when you set up the second step. Each works once. Lost those too? An owner or admin of your team can have the second step taken away by whoever runs the service: “guichet staff reset-password --clear-factors”.',
    recovery_code: 'Recovery code',
    use_recovery: 'Use a recovery code',
    use_app: 'Use the authenticator app',
    trust: 'Do not ask on this device for 30 days',
    go_on: 'Go on',
    start_again: 'Start again',
    problems: {
      credentials:
        'E-mail and password do not match. Nothing says which of them is wrong. Each merchant you work for has a password of its own.',
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
    one_merchant: 'Cette adresse ne connecte qu’à un seul marchand.',
    any_merchant: 'Se connecter à un autre marchand',
    merchant_title: 'Chez quel marchand ?',
    merchant_about: 'Vous avez chez chacun d’eux un accès avec cette adresse e-mail et ce mot de passe.',
    code_title: 'Deuxième étape',
    code_about: 'Saisissez les six chiffres que votre application d’authentification affiche pour Guichet.',
    code: 'Code',
    recovery_about:
      'Saisissez l’un des codes de secours que vous avez gardés en activant la deuxième étape. Chacun ne sert qu’une fois. Perdus aussi ? Un propriétaire ou administrateur de votre équipe peut faire retirer la deuxième étape par qui exploite le service : « guichet staff reset-password --clear-factors ».',
    recovery_code: 'Code de secours',
    use_recovery: 'Utiliser un code de secours',
    use_app: 'Utiliser l’application',
    trust: 'Ne plus demander sur cet appareil pendant 30 jours',
    go_on: 'Continuer',
    start_again: 'Recommencer',
    problems: {
      credentials:
        'L’e-mail et le mot de passe ne correspondent pas. Rien ne dit lequel est faux. Chaque marchand pour qui vous travaillez a son propre mot de passe.',
      code: 'Ce code n’est pas bon, ou plus valable. Prenez celui qui s’affiche maintenant.',
      recovery_code: 'Ce code de secours n’est pas bon, ou a déjà servi.',
      passkey: 'La clé d’accès n’a pas été acceptée. Réessayez, ou utilisez votre mot de passe.',
      too_many: 'Trop d’essais. Attendez quelques minutes avant le suivant.',
      expired: 'Cela a pris trop de temps. Recommencez avec votre mot de passe.',
    },
  },
});
