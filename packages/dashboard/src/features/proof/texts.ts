import { defineTexts } from '../../language/define-texts.ts';

export const proof_texts = defineTexts({
  en: {
    title: 'Confirm it is you',
    about: 'This action is sensitive. Confirm again that it is you; the confirmation lasts for 15 minutes.',
    about_second: 'This merchant requires two-factor authentication. Confirm your second factor to continue.',
    password: 'Your password',
    code: 'Code from your authenticator app',
    recovery_code: 'Recovery code',
    by_password: 'Use the password',
    by_code: 'Use a code from the app',
    by_recovery_code: 'Use a recovery code',
    by_passkey: 'Use a passkey',
    action: 'Continue',
    wrong_code: 'This code is wrong or was already used. Enter the one shown now.',
    wrong_recovery_code: 'This recovery code is wrong or was already used.',
    passkey: 'The passkey was not accepted. Try again, or use another method.',
    too_many: 'Too many attempts. Wait a few minutes before you try again.',
  },
  fr: {
    title: 'Confirmez que c’est bien vous',
    about: 'Cette action est sensible. Confirmez encore une fois que c’est bien vous ; cela vaut 15 minutes.',
    about_second:
      'Ce marchand exige la double authentification. Confirmez votre second facteur pour continuer.',
    password: 'Votre mot de passe',
    code: 'Code de votre application d’authentification',
    recovery_code: 'Code de secours',
    by_password: 'Utiliser le mot de passe',
    by_code: 'Utiliser un code de l’application',
    by_recovery_code: 'Utiliser un code de secours',
    by_passkey: 'Utiliser une clé d’accès',
    action: 'Continuer',
    wrong_code: 'Ce code est incorrect ou a déjà servi. Saisissez celui qui s’affiche maintenant.',
    wrong_recovery_code: 'Ce code de secours est incorrect ou a déjà servi.',
    passkey: 'La clé d’accès n’a pas été acceptée. Réessayez, ou choisissez un autre moyen.',
    too_many: 'Trop de tentatives. Attendez quelques minutes avant de réessayer.',
  },
});
