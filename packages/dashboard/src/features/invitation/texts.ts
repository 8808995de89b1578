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
    sign_in_first: 'You have an account with this e-mail address. Sign in with it, then accept.',
    sign_in: 'Sign in',
    other_person: (email: string) =>
      `You are signed in as ${email}. Sign out, then sign in as the person who is invited.`,
    sign_out: 'Sign out',
    gone_title: 'This invitation no longer works',
    gone: 'It was used or taken back, or is older than 7 days. Ask for a new one.',
  },
  fr: {
    title: 'Votre invitation',
    joined: (merchant) => `Travailler pour ${merchant}`,
    about: (inviter, role) => `${inviter} vous invite. Votre rôle : ${role}.`,
    for_email: 'Pour',
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    accept: 'Accepter',
    sign_in_first: 'Vous avez un compte avec cette adresse e-mail. Connectez-vous avec lui, puis acceptez.',
    sign_in: 'Se connecter',
    other_person: (email) =>
      `Vous êtes connecté en tant que ${email}. Déconnectez-vous, puis connectez-vous en tant que la personne invitée.`,
    sign_out: 'Se déconnecter',
    gone_title: 'Cette invitation ne marche plus',
    gone: 'Elle a servi, a été reprise, ou a plus de 7 jours. Demandez-en une nouvelle.',
  },
});
