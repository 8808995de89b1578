import { defineTexts } from '../../language/define-texts.ts';

export const reset_texts = defineTexts({
  en: {
    title: 'Choose a new password',
    about: 'You will be signed out everywhere, and sign in with the new one.',
    password: 'New password',
    save: 'Save the password',
    done_title: 'Your new password is set',
    sign_in: 'Sign in',
    gone: 'This link was used, is older than a day, or was made by somebody who may not any more. Ask for a new one.',
  },
  fr: {
    title: 'Choisissez un nouveau mot de passe',
    about: 'Vous serez déconnecté partout, et vous connecterez avec le nouveau.',
    password: 'Nouveau mot de passe',
    save: 'Enregistrer le mot de passe',
    done_title: 'Votre nouveau mot de passe est enregistré',
    sign_in: 'Se connecter',
    gone: 'Ce lien a servi, a plus d’un jour, ou a été créé par quelqu’un qui n’en a plus le droit. Demandez-en un nouveau.',
  },
});
