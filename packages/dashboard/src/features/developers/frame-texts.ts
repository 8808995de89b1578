import { defineTexts } from '../../language/define-texts.ts';

export const developers_frame_texts = defineTexts({
  en: {
    pages: 'Pages for developers',
    docs: 'API reference',
    docs_about: {
      keys: 'Docs: authentication',
      webhooks: 'Docs: webhooks',
      events: 'Docs: events',
      errors: 'Docs: errors',
      test_mode: 'Docs: test mode',
    },
    keys: 'API keys',
    webhooks: 'Webhooks',
    deliveries: 'Deliveries',
    events: 'Events',
    requests: 'Request log',
    sandbox: 'Sandbox',
  },
  fr: {
    pages: 'Pages pour les développeurs',
    docs: 'Référence de l’API',
    docs_about: {
      keys: 'Doc : authentification',
      webhooks: 'Doc : webhooks',
      events: 'Doc : événements',
      errors: 'Doc : erreurs',
      test_mode: 'Doc : mode test',
    },
    keys: 'Clés d’API',
    webhooks: 'Webhooks',
    deliveries: 'Envois',
    events: 'Événements',
    requests: 'Journal des requêtes',
    sandbox: 'Bac à sable',
  },
});
