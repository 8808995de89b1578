import { defineTexts } from '../../language/define-texts.ts';

export const invitation_texts = defineTexts({
  en: {
    title: 'Your invitation',
    joined: (merchant: string) => `Join ${merchant}`,
    about: (inviter: string, role: string) => `${inviter} invited you. Your role: ${role}.`,
    for_email: 'For',
    name: 'Your name',
    password: 'Choose a password',
    accept: 'Accept',
    own_sign_in: (merchant: string) =>
      `This creates your account at ${merchant}. An account you have at another merchant does not change and keeps its own password.`,
    gone_title: 'This invitation no longer works',
    gone: 'It was used or withdrawn, is older than 7 days, or its author may no longer invite people. Ask for a new one.',
  },
  fr: {
    title: 'Votre invitation',
    joined: (merchant) => `Rejoindre ${merchant}`,
    about: (inviter, role) => `${inviter} vous a invité. Votre rôle : ${role}.`,
    for_email: 'Pour',
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    accept: 'Accepter',
    own_sign_in: (merchant) =>
      `Ceci crée votre compte chez ${merchant}. Un compte que vous avez chez un autre marchand ne change pas et garde son propre mot de passe.`,
    gone_title: 'Cette invitation n’est plus valable',
    gone: 'Elle a servi, a été annulée, date de plus de 7 jours, ou son auteur n’a plus le droit d’inviter. Demandez-en une nouvelle.',
  },
});
