import { defineTexts } from '../language/define-texts.ts';

/** What the frame around every page says. */
export const frame_texts = defineTexts({
  en: {
    skip: 'Skip to the content',
    menu: 'Menu',
    close_menu: 'Close the menu',
    sections: 'Sections',
    merchant: 'Merchant',
    demo: 'Demo',
    mode: 'Mode',
    test: 'Test',
    live: 'Live',
    test_band: 'Test mode: nothing here is real money.',
    no_account: 'Live mode cannot take money yet.',
    add_account: 'First add an account with a provider',
    see_accounts: 'First switch an account on',
    ask_for_account: 'An owner or an admin has to add an account with a provider first.',
    your_account: 'Your account',
    appearance: 'Appearance',
    as_device: 'As the device',
    light: 'Light',
    dark: 'Dark',
    sign_out: 'Sign out',
    your_role: (role: string) => `Your role: ${role}`,
    offline: 'No connection. What you see may be old; it is updated when the connection is back.',
    lost: 'The connection to the server is lost; what you see may be old. Trying again…',
    no_merchant_title: 'You are in no team yet',
    no_merchant:
      'Ask an owner or admin of your company for an invitation link, and open it while you are signed in.',
    groups: { money: 'Money', company: 'Company', you: 'You' },
  },
  fr: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    close_menu: 'Fermer le menu',
    sections: 'Rubriques',
    merchant: 'Marchand',
    demo: 'Démo',
    mode: 'Mode',
    test: 'Test',
    live: 'Réel',
    test_band: 'Mode test : rien ici n’est de l’argent réel.',
    no_account: 'Le mode réel ne peut pas encore encaisser.',
    add_account: 'Ajoutez d’abord un compte chez un fournisseur',
    see_accounts: 'Activez d’abord un compte',
    ask_for_account:
      'Un propriétaire ou un administrateur doit d’abord ajouter un compte chez un fournisseur.',
    your_account: 'Votre compte',
    appearance: 'Apparence',
    as_device: 'Comme l’appareil',
    light: 'Claire',
    dark: 'Sombre',
    sign_out: 'Se déconnecter',
    your_role: (role) => `Votre rôle : ${role}`,
    offline:
      'Pas de connexion. Ce que vous voyez peut dater ; la page se met à jour dès que la connexion revient.',
    lost: 'La connexion au serveur est perdue ; ce que vous voyez peut dater. Nouvel essai en cours…',
    no_merchant_title: 'Vous n’êtes encore dans aucune équipe',
    no_merchant:
      'Demandez un lien d’invitation à un propriétaire ou administrateur de votre entreprise, et ouvrez-le en étant connecté.',
    groups: { money: 'Argent', company: 'Entreprise', you: 'Vous' },
  },
});

/** What members of a team may be, by the server's names. */
export const role_texts = defineTexts({
  en: {
    owner: 'Owner',
    admin: 'Admin',
    developer: 'Developer',
    finance: 'Finance',
    support: 'Support',
    viewer: 'Viewer',
  },
  fr: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    developer: 'Développeur',
    finance: 'Finance',
    support: 'Assistance',
    viewer: 'Lecture seule',
  },
});
