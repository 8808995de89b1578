import { defineTexts } from '../../language/define-texts.ts';

export const invitation_texts = defineTexts({
  en: {
    title: 'Your invitation',
    joined: (merchant: string) => `Work for ${merchant}`,
    about: (inviter: string, role: string) => `${inviter} invites you. Your role: ${role}.`,
    for_email: 'For',
    name: 'Your name',
    password: 'Choose a password',
    accept: 'Accept',
    own_sign_in: (merchant: string) =>
      `This makes your sign-in for ${merchant}. If you work for another merchant too, that sign-in stays as it is, with its own password.`,
    gone_title: 'This invitation no longer works',
    gone: 'It was used or taken back, is older than 7 days, or was made by somebody who may not any more. Ask for a new one.',
  },
  fr: {
    title: 'Votre invitation',
    joined: (merchant) => `Travailler pour ${merchant}`,
    about: (inviter, role) => `${inviter} vous invite. Votre rôle : ${role}.`,
    for_email: 'Pour',
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    accept: 'Accepter',
    own_sign_in: (merchant) =>
      `Ceci crée votre accès chez ${merchant}. Si vous travaillez aussi pour un autre marchand, cet accès-là reste tel quel, avec son propre mot de passe.`,
    gone_title: 'Cette invitation ne marche plus',
    gone: 'Elle a servi, a été reprise, a plus de 7 jours, ou a été créée par quelqu’un qui n’en a plus le droit. Demandez-en une nouvelle.',
  },
});
