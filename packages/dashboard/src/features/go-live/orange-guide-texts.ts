import { defineTexts } from '../../language/define-texts.ts';
import type { Guide, GuideId } from './guide.ts';

type Orange = Extract<GuideId, `orange-${string}`>;

/** The guides to the four contracts of Orange Money. */
export const orange_guide_texts = defineTexts<Readonly<Record<Orange, Guide>>>({
  en: {
    'orange-web-payment': {
      name: 'Orange Money (web payment)',
      ask: [
        'A merchant contract for Orange Money web payment in your country; it is signed at an Orange shop.',
        'Then, at developer.orange.com, the subscription of your application to the web payment of your country.',
      ],
      found: [
        { what: 'client_id and client_secret', where: 'At developer.orange.com, in your application.' },
        { what: 'merchant_key', where: 'In the contract, or in Orange’s confirmation of it.' },
        { what: 'variant and country', where: 'web-payment, and the country of the contract.' },
      ],
      callback: 'There is nothing to register: the service sends an address with every payment.',
      notes: [
        'This contract has no refunds: you return money in another way, and Orange is proven by a payment alone.',
        'On Orange’s page, compare the amount with the one here. If it is a hundred times too small, set amount_factor to 100.',
      ],
    },
    'orange-sonatel': {
      name: 'Orange Money (Sonatel)',
      ask: [
        'A merchant contract with Orange Money in Senegal, with a merchant code of six digits.',
        'Access to the API at developer.orange-sonatel.com.',
        'For payouts: the number of a wallet that pays out, and its PIN.',
      ],
      found: [
        {
          what: 'client_id and client_secret',
          where: 'At developer.orange-sonatel.com, in your application.',
        },
        { what: 'merchant_code', where: 'In the contract: six digits.' },
        { what: 'variant and shop_name', where: 'sonatel, and the name that customers read in their app.' },
      ],
      callback:
        'There is nothing to register for payments that start here: the service sends the address with every QR code.',
      notes: [
        'Anybody can scan the QR code and pay, so money cannot be refunded here: you return it in another way, and Orange is proven by a payment alone.',
      ],
    },
    'orange-cameroon': {
      name: 'Orange Money (Cameroon)',
      ask: [
        'A merchant contract with Orange Money in Cameroon for the web payment API; its documentation comes with it.',
        'That the contract includes cashin: without it, nothing can be refunded or paid out.',
      ],
      found: [
        {
          what: 'client_id and client_secret',
          where: 'The consumer key and the consumer secret, with the contract.',
        },
        { what: 'api_username and api_password', where: 'The API user, with the contract.' },
        { what: 'channel_msisdn and pin', where: 'The number of your channel user, and its PIN.' },
        { what: 'variant and payouts', where: 'cameroon; and true, if the contract includes cashin.' },
      ],
      callback: 'There is nothing to register: the service sends an address with every payment.',
      notes: ['If no prompt appears on your phone, dial #150*50#.'],
    },
    'orange-burkina': {
      name: 'Orange Money (Burkina Faso)',
      ask: [
        'A merchant contract with Orange Money in Burkina Faso for payments with one-time codes; its documentation comes with it.',
      ],
      found: [
        { what: 'merchant_msisdn', where: 'The number of your merchant account, without the country code.' },
        { what: 'api_username and api_password', where: 'With the contract.' },
        { what: 'base_url', where: 'The whole address, as in the documentation of your contract.' },
        { what: 'variant', where: 'burkina' },
      ],
      callback: 'There is none: the answer to a request is all that Orange says.',
      notes: [
        'Orange cannot check these credentials in advance: only a payment shows that they are right.',
        'This contract has no refunds, and a payment whose answer is lost has to be looked up in Orange’s statement: decide who does that.',
      ],
    },
  },
  fr: {
    'orange-web-payment': {
      name: 'Orange Money (web payment)',
      ask: [
        'Un contrat marchand pour le paiement web Orange Money dans votre pays\u00a0; il se signe dans une agence Orange.',
        'Puis, sur developer.orange.com, l’abonnement de votre application au paiement web de votre pays.',
      ],
      found: [
        { what: 'client_id et client_secret', where: 'Sur developer.orange.com, dans votre application.' },
        { what: 'merchant_key', where: 'Dans le contrat, ou dans sa confirmation par Orange.' },
        { what: 'variant et country', where: 'web-payment, et le pays du contrat.' },
      ],
      callback: 'Rien à déclarer\u00a0: le service envoie une adresse avec chaque paiement.',
      notes: [
        'Ce contrat n’a pas de remboursement\u00a0: vous rendez l’argent autrement, et un paiement seul suffit de preuve.',
        'Sur la page d’Orange, comparez le montant à celui d’ici. S’il est cent fois trop petit, mettez amount_factor à 100.',
      ],
    },
    'orange-sonatel': {
      name: 'Orange Money (Sonatel)',
      ask: [
        'Un contrat marchand avec Orange Money au Sénégal, avec un code marchand de six chiffres.',
        'L’accès à l’API sur developer.orange-sonatel.com.',
        'Pour les versements\u00a0: le numéro d’un compte qui verse, et son PIN.',
      ],
      found: [
        {
          what: 'client_id et client_secret',
          where: 'Sur developer.orange-sonatel.com, dans votre application.',
        },
        { what: 'merchant_code', where: 'Dans le contrat\u00a0: six chiffres.' },
        {
          what: 'variant et shop_name',
          where: 'sonatel, et le nom que les clients lisent dans leur application.',
        },
      ],
      callback:
        'Rien à déclarer pour les paiements qui commencent ici\u00a0: le service envoie l’adresse avec chaque QR code.',
      notes: [
        'Chacun peut scanner le QR code et payer, donc rien ne se rembourse ici\u00a0: vous rendez l’argent autrement, et un paiement seul suffit de preuve.',
      ],
    },
    'orange-cameroon': {
      name: 'Orange Money (Cameroun)',
      ask: [
        'Un contrat marchand avec Orange Money au Cameroun pour l’API de paiement web\u00a0; sa documentation l’accompagne.',
        'Que le contrat comprenne le cashin\u00a0: sans lui, ni remboursement ni versement.',
      ],
      found: [
        {
          what: 'client_id et client_secret',
          where: 'La consumer key et le consumer secret, avec le contrat.',
        },
        { what: 'api_username et api_password', where: 'L’utilisateur d’API, avec le contrat.' },
        { what: 'channel_msisdn et pin', where: 'Le numéro de votre channel user, et son PIN.' },
        { what: 'variant et payouts', where: 'cameroon\u00a0; et true, si le contrat comprend le cashin.' },
      ],
      callback: 'Rien à déclarer\u00a0: le service envoie une adresse avec chaque paiement.',
      notes: ['Si aucune demande n’apparaît sur votre téléphone, composez #150*50#.'],
    },
    'orange-burkina': {
      name: 'Orange Money (Burkina Faso)',
      ask: [
        'Un contrat marchand avec Orange Money au Burkina Faso pour les paiements par code à usage unique\u00a0; sa documentation l’accompagne.',
      ],
      found: [
        { what: 'merchant_msisdn', where: 'Le numéro de votre compte marchand, sans l’indicatif du pays.' },
        { what: 'api_username et api_password', where: 'Avec le contrat.' },
        { what: 'base_url', where: 'L’adresse entière, comme dans la documentation de votre contrat.' },
        { what: 'variant', where: 'burkina' },
      ],
      callback: 'Il n’y en a pas\u00a0: la réponse à une requête est tout ce que dit Orange.',
      notes: [
        'Orange ne peut pas vérifier ces identifiants d’avance\u00a0: seul un paiement montre qu’ils sont bons.',
        'Ce contrat n’a pas de remboursement, et un paiement dont la réponse est perdue se cherche dans le relevé d’Orange\u00a0: décidez qui s’en charge.',
      ],
    },
  },
});
