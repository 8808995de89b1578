import { defineTexts } from '../../language/define-texts.ts';

export const developers_frame_texts = defineTexts({
  en: {
    pages: 'Pages for developers',
    docs: 'API reference',
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
    keys: 'Clés d’API',
    webhooks: 'Webhooks',
    deliveries: 'Envois',
    events: 'Événements',
    requests: 'Journal des requêtes',
    sandbox: 'Bac à sable',
  },
});
