import { defineTexts, type Texts } from '../../language/define-texts.ts';
import type { Guide, GuideId } from './guide.ts';
import { orange_guide_texts } from './orange-guide-texts.ts';

type Other = Exclude<GuideId, `orange-${string}`>;

/** The guides to providers other than Orange, from their documentation (the connectors' READMEs name the sources). */
const provider_guide_texts = defineTexts<Readonly<Record<Other, Guide>>>({
  en: {
    'mtn-momo': {
      name: 'MTN MoMo',
      ask: [
        'A merchant contract for the MoMo API in your country, with the product Collections.',
        'The product Disbursements too: without it, nothing can be refunded or paid out.',
        'That MTN allows the network address of your server for Disbursements.',
        'Whether your market has an API address of its own, and its limits.',
      ],
      found: [
        {
          what: 'Subscription keys',
          where:
            'In the partner portal, with each product: a primary and a secondary key. Either of them works.',
        },
        {
          what: 'API user and API key',
          where: 'In the same portal: create an API user, and then its key. Keep the key at once.',
        },
        {
          what: 'target_environment',
          where: 'The name of your market as MTN writes it, for example mtnivorycoast.',
        },
      ],
      callback:
        'Register the host name of this address in the portal, without https://. MTN accepts neither an IP address nor a certificate that is not publicly trusted. Then set callbacks to true. If you leave this out, the service asks MTN for the outcome, which takes some seconds longer.',
      notes: [],
    },
    wave: {
      name: 'Wave',
      ask: [
        'A Wave Business account, with access to the Business Portal.',
        'That the API is open for it: checkout, payout and balance.',
      ],
      found: [
        {
          what: 'api_key',
          where:
            'In the Business Portal: create a key with the scopes checkout, payout and balance. It belongs to one wallet in one country.',
        },
        {
          what: 'webhook_secret',
          where:
            'In the Business Portal, when you register the webhook. For that you need the address of a later step: enter any text first, and replace it then.',
        },
      ],
      callback:
        'In the Business Portal, register a webhook with this address for checkout.session.completed and checkout.session.payment_failed, with the strategy signing secret. Then enter its secret here, under “Change the settings”, and send the portal’s test event.',
      notes: [
        'Wave has no test environment: your first payment is real.',
        'Wave refunds a payment only in full.',
        'If the webhook of the first payment is refused as forged, set signature_form to dotted.',
      ],
    },
    'mpesa-daraja': {
      name: 'M-PESA (Daraja)',
      ask: [
        'From Safaricom: a Paybill or a Till (Buy Goods).',
        'On the Daraja portal, to go live with M-PESA Express for your short code.',
        'For refunds and payouts: B2C, Reversal and Transaction Status as well, and an initiator with its password.',
      ],
      found: [
        {
          what: 'Consumer key and consumer secret',
          where: 'On the Daraja portal, in your application, once it is live.',
        },
        { what: 'Passkey', where: 'Arrives when M-PESA Express goes live for your short code.' },
        {
          what: 'short_code and till',
          where:
            'For a Paybill, its number. For a Till, short_code is the store number, and till the till number.',
        },
        {
          what: 'callback_key',
          where: 'Not from Safaricom: invent a random text of 24 characters or more.',
        },
        {
          what: 'Certificate',
          where: 'On the Daraja portal, the one for production. It is needed for refunds and payouts.',
        },
      ],
      callback:
        'There is nothing to register: the service sends the address with every request. Its host name must not contain mpesa or safaricom, and needs a valid certificate. If a firewall protects your server, let Safaricom’s addresses in.',
      notes: ['The smallest payment is 1 shilling, the smallest payout 10 shillings.'],
    },
    fedapay: {
      name: 'FedaPay',
      ask: [
        'A business account in the live environment.',
        'That each way to pay is enabled for it (Configuration, Payment methods).',
        'From the support: that payouts are enabled. Refunds are made as payouts.',
      ],
      found: [
        { what: 'secret_key', where: 'In FedaPay’s dashboard, in the live environment: sk_live_…' },
        {
          what: 'webhook_secret',
          where:
            'In FedaPay’s dashboard, with the webhook: wh_live_… For that you need the address of a later step: enter any text first, and replace it then.',
        },
        {
          what: 'payout_modes',
          where:
            'The ways that the support has enabled for payouts, for example moov_bj=moov. Without them nothing can be refunded.',
        },
      ],
      callback:
        'In FedaPay’s dashboard, create a webhook with this address for transaction.* and payout.*, and untick “disable the webhook when the application fails”. Then enter its secret here, under “Change the settings”.',
      notes: [
        'In FedaPay’s dashboard, let the merchant pay the fees. Otherwise customers pay more than your page says.',
      ],
    },
    pawapay: {
      name: 'pawaPay',
      ask: [
        'An account in production, with each operator enabled that you want.',
        'For each operator: deposits, refunds and, if you need them, payouts.',
      ],
      found: [
        {
          what: 'api_token',
          where:
            'In pawaPay’s dashboard of production. A token of the sandbox does not work in production, and the other way round.',
        },
      ],
      callback:
        'In pawaPay’s dashboard, enter this address as the callback for deposits, payouts and refunds.',
      notes: ['To pay out, first put money into your wallet at pawaPay, in each country.'],
    },
    'airtel-money': {
      name: 'Airtel Money',
      ask: [
        'An application on Airtel’s portal for your country, live, with the products Collection and Account.',
        'The product Disbursement and its PIN too: without them, nothing can be paid out, and only whole payments can be refunded, by Airtel’s refund API.',
        'Whether your country lists allowed network addresses: then that of your server.',
        'Airtel’s own test cases before going live (TC01 to TC14).',
      ],
      found: [
        { what: 'client_id and client_secret', where: 'On Airtel’s portal, in your application.' },
        {
          what: 'base_url',
          where:
            'As the portal of your country states it: https://openapi.airtel.ug in Uganda, https://openapi.airtel.co.zm in Zambia, https://openapi.airtel.co.tz in Tanzania, elsewhere https://openapi.airtel.africa.',
        },
        { what: 'pin', where: 'The PIN of disbursements, from Airtel.' },
        {
          what: 'callback_key',
          where: 'In the application’s settings, once callback authentication is on.',
        },
      ],
      callback:
        'In the application’s settings on the portal, enter this address, and switch callback authentication on. Then enter its key here as callback_key, under “Change the settings”.',
      notes: [
        'No message of Airtel contains an amount: compare the amounts of your first payments with Airtel’s statement.',
      ],
    },
  },
  fr: {
    'mtn-momo': {
      name: 'MTN MoMo',
      ask: [
        'Un contrat marchand pour l’API MoMo dans votre pays, avec le produit Collections.',
        'Le produit Disbursements aussi\u00a0: sans lui, ni remboursement ni versement.',
        'Que MTN autorise l’adresse réseau de votre serveur pour Disbursements.',
        'Si votre marché a sa propre adresse d’API, et ses plafonds.',
      ],
      found: [
        {
          what: 'Clés d’abonnement',
          where:
            'Dans le portail des partenaires, avec chaque produit\u00a0: une clé primaire et une secondaire. L’une ou l’autre convient.',
        },
        {
          what: 'Utilisateur d’API et clé d’API',
          where:
            'Dans le même portail\u00a0: créez un utilisateur d’API, puis sa clé. Gardez la clé aussitôt.',
        },
        {
          what: 'target_environment',
          where: 'Le nom de votre marché comme MTN l’écrit, par exemple mtnivorycoast.',
        },
      ],
      callback:
        'Déclarez dans le portail le nom d’hôte de cette adresse, sans https://. MTN n’accepte ni adresse IP ni certificat qui ne soit pas reconnu publiquement. Puis mettez callbacks à true. Sans cela, le service demande l’issue à MTN, ce qui prend quelques secondes de plus.',
      notes: [],
    },
    wave: {
      name: 'Wave',
      ask: [
        'Un compte Wave Business, avec accès au Business Portal.',
        'Que l’API lui soit ouverte\u00a0: checkout, payout et balance.',
      ],
      found: [
        {
          what: 'api_key',
          where:
            'Dans le Business Portal\u00a0: créez une clé avec les droits checkout, payout et balance. Elle appartient à un seul portefeuille, dans un seul pays.',
        },
        {
          what: 'webhook_secret',
          where:
            'Dans le Business Portal, quand vous déclarez le webhook. Il vous faut pour cela l’adresse d’une étape suivante\u00a0: saisissez d’abord un texte quelconque, puis remplacez-le.',
        },
      ],
      callback:
        'Dans le Business Portal, déclarez un webhook avec cette adresse pour checkout.session.completed et checkout.session.payment_failed, avec la stratégie signing secret. Puis saisissez son secret ici, sous « Modifier les paramètres », et envoyez l’événement d’essai du portail.',
      notes: [
        'Wave n’a pas d’environnement d’essai\u00a0: votre premier paiement est réel.',
        'Wave ne rembourse un paiement qu’en entier.',
        'Si le webhook du premier paiement est refusé comme falsifié, mettez signature_form à dotted.',
      ],
    },
    'mpesa-daraja': {
      name: 'M-PESA (Daraja)',
      ask: [
        'À Safaricom\u00a0: un Paybill ou un Till (Buy Goods).',
        'Sur le portail Daraja, le passage en production de M-PESA Express pour votre numéro court.',
        'Pour les remboursements et les versements\u00a0: aussi B2C, Reversal et Transaction Status, et un initiator avec son mot de passe.',
      ],
      found: [
        {
          what: 'Consumer key et consumer secret',
          where: 'Sur le portail Daraja, dans votre application, une fois en production.',
        },
        {
          what: 'Passkey',
          where: 'Arrive quand M-PESA Express passe en production pour votre numéro court.',
        },
        {
          what: 'short_code et till',
          where:
            'Pour un Paybill, son numéro. Pour un Till, short_code est le numéro du magasin, et till celui du till.',
        },
        {
          what: 'callback_key',
          where: 'Pas de Safaricom\u00a0: inventez un texte aléatoire d’au moins 24 caractères.',
        },
        {
          what: 'Certificat',
          where: 'Sur le portail Daraja, celui de production. Il sert aux remboursements et aux versements.',
        },
      ],
      callback:
        'Rien à déclarer\u00a0: le service envoie l’adresse avec chaque requête. Son nom d’hôte ne doit contenir ni mpesa ni safaricom, et il lui faut un certificat valide. Si un pare-feu protège votre serveur, laissez entrer les adresses de Safaricom.',
      notes: ['Le plus petit paiement est de 1 shilling, le plus petit versement de 10 shillings.'],
    },
    fedapay: {
      name: 'FedaPay',
      ask: [
        'Un compte d’entreprise dans l’environnement live.',
        'Que chaque moyen de paiement y soit activé (Configuration, Moyens de paiement).',
        'À l’assistance\u00a0: que les versements soient ouverts. Les remboursements se font par versement.',
      ],
      found: [
        {
          what: 'secret_key',
          where: 'Dans le tableau de bord de FedaPay, dans l’environnement live\u00a0: sk_live_…',
        },
        {
          what: 'webhook_secret',
          where:
            'Dans le tableau de bord de FedaPay, avec le webhook\u00a0: wh_live_… Il vous faut pour cela l’adresse d’une étape suivante\u00a0: saisissez d’abord un texte quelconque, puis remplacez-le.',
        },
        {
          what: 'payout_modes',
          where:
            'Les moyens que l’assistance a ouverts aux versements, par exemple moov_bj=moov. Sans eux, rien ne peut être remboursé.',
        },
      ],
      callback:
        'Dans le tableau de bord de FedaPay, créez un webhook avec cette adresse pour transaction.* et payout.*, et décochez la désactivation du webhook quand l’application échoue. Puis saisissez son secret ici, sous « Modifier les paramètres ».',
      notes: [
        'Dans le tableau de bord de FedaPay, laissez les frais au marchand. Sinon, les clients paient plus que ce que dit votre page.',
      ],
    },
    pawapay: {
      name: 'pawaPay',
      ask: [
        'Un compte en production, avec chaque opérateur voulu activé.',
        'Pour chaque opérateur\u00a0: les encaissements (deposits), les remboursements (refunds) et, s’il vous en faut, les versements (payouts).',
      ],
      found: [
        {
          what: 'api_token',
          where:
            'Dans le tableau de bord de pawaPay, en production. Un jeton du bac à sable ne marche pas en production, et inversement.',
        },
      ],
      callback:
        'Dans le tableau de bord de pawaPay, saisissez cette adresse comme rappel pour deposits, payouts et refunds.',
      notes: [
        'Pour verser, mettez d’abord de l’argent sur votre portefeuille chez pawaPay, dans chaque pays.',
      ],
    },
    'airtel-money': {
      name: 'Airtel Money',
      ask: [
        'Une application sur le portail d’Airtel pour votre pays, en production, avec les produits Collection et Account.',
        'Le produit Disbursement et son PIN aussi\u00a0: sans eux, rien ne peut être versé, et seuls des paiements entiers peuvent être remboursés, par l’API de remboursement d’Airtel.',
        'Si votre pays tient une liste d’adresses réseau autorisées\u00a0: alors celle de votre serveur.',
        'Les cas d’essai d’Airtel avant la mise en service (TC01 à TC14).',
      ],
      found: [
        { what: 'client_id et client_secret', where: 'Sur le portail d’Airtel, dans votre application.' },
        {
          what: 'base_url',
          where:
            'Comme l’indique le portail de votre pays\u00a0: https://openapi.airtel.ug en Ouganda, https://openapi.airtel.co.zm en Zambie, https://openapi.airtel.co.tz en Tanzanie, ailleurs https://openapi.airtel.africa.',
        },
        { what: 'pin', where: 'Le PIN des versements, donné par Airtel.' },
        {
          what: 'callback_key',
          where: 'Dans les réglages de l’application, une fois l’authentification des rappels activée.',
        },
      ],
      callback:
        'Dans les réglages de l’application sur le portail, saisissez cette adresse, et activez l’authentification des rappels. Puis saisissez sa clé ici comme callback_key, sous « Modifier les paramètres ».',
      notes: [
        'Aucun message d’Airtel ne contient de montant\u00a0: comparez les montants de vos premiers paiements au relevé d’Airtel.',
      ],
    },
  },
});

/** All guides, by their ids. */
export const guide_texts: Texts<Readonly<Record<GuideId, Guide>>> = {
  en: { ...provider_guide_texts.en, ...orange_guide_texts.en },
  fr: { ...provider_guide_texts.fr, ...orange_guide_texts.fr },
};
