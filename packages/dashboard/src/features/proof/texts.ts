import { defineTexts } from '../../language/define-texts.ts';

export const proof_texts = defineTexts({
  en: {
    title: 'Is it still you?',
    about: 'What you are about to do counts. Show once more that it is you; this lasts for 15 minutes.',
    about_second: 'This merchant asks for a second step. Show it once, and go on.',
    password: 'Your password',
    code: 'Code of your authenticator app',
    recovery_code: 'Recovery code',
    by_password: 'Use the password',
    by_code: 'Use a code of the app',
    by_recovery_code: 'Use a recovery code',
    by_passkey: 'Use a passkey',
    action: 'Go on',
    wrong_code: 'This code is not right, or was used before. Take the one that is shown now.',
    wrong_recovery_code: 'This recovery code is not right, or was used before.',
    passkey: 'The passkey was not accepted. Try again, or another way.',
    too_many: 'Too many tries. Wait a few minutes before the next.',
  },
  fr: {
    title: 'C’est toujours vous ?',
    about:
      'Ce que vous allez faire est important. Confirmez encore une fois que c’est bien vous ; cela vaut 15 minutes.',
    about_second: 'Ce marchand demande une deuxième étape. Confirmez-la une fois, puis continuez.',
    password: 'Votre mot de passe',
    code: 'Code de votre application d’authentification',
    recovery_code: 'Code de secours',
    by_password: 'Utiliser le mot de passe',
    by_code: 'Utiliser un code de l’application',
    by_recovery_code: 'Utiliser un code de secours',
    by_passkey: 'Utiliser une clé d’accès',
    action: 'Continuer',
    wrong_code: 'Ce code n’est pas bon, ou a déjà servi. Prenez celui qui s’affiche maintenant.',
    wrong_recovery_code: 'Ce code de secours n’est pas bon, ou a déjà servi.',
    passkey: 'La clé d’accès n’a pas été acceptée. Réessayez, ou choisissez un autre moyen.',
    too_many: 'Trop d’essais. Attendez quelques minutes avant le suivant.',
  },
});
