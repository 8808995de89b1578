import { defineTexts } from '../../language/define-texts.ts';

export const sign_in_texts = defineTexts({
  en: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    forgotten: 'Forgot your password?',
    forgotten_answer:
      'An owner or admin of your team can send you a link to set a new one. So can the person who runs the service, with the command “guichet staff reset-password”.',
    one_merchant: 'This link signs in to one merchant only.',
    any_merchant: 'Sign in to any merchant',
    merchant_title: 'Which merchant?',
    merchant_about: 'This e-mail address and password sign in to each of these.',
    code_title: 'Two-factor authentication',
    code_about: 'Enter the six-digit code that your authenticator app shows for Guichet.',
    code: 'Code',
    recovery_about:
      'Enter one of the recovery codes you saved when you set up two-factor authentication. Each works once. Lost those too? Ask an owner or admin of your team: the person who runs the service can remove your second factor with “guichet staff reset-password --clear-factors”.',
    recovery_code: 'Recovery code',
    use_recovery: 'Use a recovery code',
    use_app: 'Use the authenticator app',
    trust: 'Do not ask on this device for 30 days',
    go_on: 'Continue',
    start_again: 'Start over',
    problems: {
      credentials:
        'The e-mail or the password is wrong. You have a separate password for each merchant you work for.',
      code: 'This code is wrong or has expired. Enter the one shown now.',
      recovery_code: 'This recovery code is wrong or was already used.',
      passkey: 'The passkey was not accepted. Try again, or use your password.',
      too_many: 'Too many attempts. Wait a few minutes before you try again.',
      expired: 'This took too long. Start over with your password.',
      elsewhere:
        'The dashboard was set up for another address, so nobody can sign in here. Open it at its own address (PUBLIC_URL).',
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
      'Un propriétaire ou un administrateur de votre équipe peut vous envoyer un lien pour en choisir un nouveau. La personne qui exploite le service peut le faire avec la commande « guichet staff reset-password ».',
    one_merchant: 'Cette adresse ne connecte qu’à un seul marchand.',
    any_merchant: 'Se connecter à un autre marchand',
    merchant_title: 'Chez quel marchand ?',
    merchant_about: 'Vous avez chez chacun d’eux un accès avec cette adresse e-mail et ce mot de passe.',
    code_title: 'Double authentification',
    code_about: 'Saisissez les six chiffres que votre application d’authentification affiche pour Guichet.',
    code: 'Code',
    recovery_about:
      'Saisissez l’un des codes de secours que vous avez gardés en activant la double authentification. Chacun ne sert qu’une fois. Perdus aussi ? Adressez-vous à un propriétaire ou à un administrateur de votre équipe : la personne qui exploite le service peut retirer votre second facteur avec « guichet staff reset-password --clear-factors ».',
    recovery_code: 'Code de secours',
    use_recovery: 'Utiliser un code de secours',
    use_app: 'Utiliser l’application',
    trust: 'Ne plus demander sur cet appareil pendant 30 jours',
    go_on: 'Continuer',
    start_again: 'Recommencer',
    problems: {
      credentials:
        'L’e-mail ou le mot de passe est incorrect. Vous avez un mot de passe distinct pour chaque marchand pour qui vous travaillez.',
      code: 'Ce code est incorrect ou a expiré. Saisissez celui qui s’affiche maintenant.',
      recovery_code: 'Ce code de secours est incorrect ou a déjà servi.',
      passkey: 'La clé d’accès n’a pas été acceptée. Réessayez, ou utilisez votre mot de passe.',
      too_many: 'Trop de tentatives. Attendez quelques minutes avant de réessayer.',
      expired: 'Cela a pris trop de temps. Recommencez avec votre mot de passe.',
      elsewhere:
        'Le tableau de bord est configuré pour une autre adresse : personne ne peut se connecter ici. Ouvrez-le à son adresse (PUBLIC_URL).',
    },
  },
});
