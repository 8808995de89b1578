import { defineTexts } from '../../language/define-texts.ts';

export const keys_texts = defineTexts({
  en: {
    about_test: 'Your programs use these keys in test mode: no money moves.',
    about_live:
      'Your programs use these keys for real money. Keep them on your server, never in an app or a page.',
    caption: 'API keys',
    add: 'Make a key',
    name: 'Name',
    name_hint: 'Where it will be used: “Shop server”.',
    key: 'Key',
    created: 'Made',
    used: 'Last used',
    actions: 'Actions',
    never: 'Never',
    unnamed: 'Made by command',
    revoked: 'Revoked',
    revoke: 'Revoke',
    revoke_title: (name: string) => `Revoke “${name}”?`,
    revoke_about:
      'Programs that use it are refused within a second, for good. Make another key and put it in place first.',
    empty: 'No key yet',
    empty_about: 'With a key, your server can start payments and ask how they stand.',
    made_title: 'Your new key',
    made_about: 'Copy it now and keep it safe: it is shown this once. We keep only its fingerprint.',
    kept: 'I have kept it',
  },
  fr: {
    about_test: 'Vos programmes utilisent ces clés en mode test : aucun argent ne bouge.',
    about_live:
      'Vos programmes utilisent ces clés pour de l’argent réel. Gardez-les sur votre serveur, jamais dans une application ou une page.',
    caption: 'Clés d’API',
    add: 'Créer une clé',
    name: 'Nom',
    name_hint: 'Là où elle servira : « Serveur de la boutique ».',
    key: 'Clé',
    created: 'Créée',
    used: 'Dernier usage',
    actions: 'Actions',
    never: 'Jamais',
    unnamed: 'Créée par commande',
    revoked: 'Révoquée',
    revoke: 'Révoquer',
    revoke_title: (name) => `Révoquer « ${name} » ?`,
    revoke_about:
      'Les programmes qui l’utilisent sont refusés dans la seconde, pour toujours. Créez d’abord une autre clé et mettez-la en place.',
    empty: 'Aucune clé',
    empty_about: 'Avec une clé, votre serveur peut lancer des paiements et demander où ils en sont.',
    made_title: 'Votre nouvelle clé',
    made_about:
      'Copiez-la maintenant et gardez-la en lieu sûr : elle n’est montrée que cette fois. Nous n’en gardons que l’empreinte.',
    kept: 'Je l’ai gardée',
  },
});
