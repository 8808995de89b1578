import { defineTexts } from '../../language/define-texts.ts';

export const reset_texts = defineTexts({
  en: {
    title: 'Choose a new password',
    about: 'You will be signed out everywhere. Then sign in with the new password.',
    password: 'New password',
    save: 'Save the password',
    done_title: 'Your new password is set',
    sign_in: 'Sign in',
    gone: 'This link was used, is older than a day, or its author may no longer create links. Ask for a new one.',
  },
  fr: {
    title: 'Choisissez un nouveau mot de passe',
    about: 'Vous serez déconnecté partout. Connectez-vous ensuite avec le nouveau mot de passe.',
    password: 'Nouveau mot de passe',
    save: 'Enregistrer le mot de passe',
    done_title: 'Votre nouveau mot de passe est enregistré',
    sign_in: 'Se connecter',
    gone: 'Ce lien a servi, date de plus d’un jour, ou son auteur n’a plus le droit d’en créer. Demandez-en un nouveau.',
  },
});
