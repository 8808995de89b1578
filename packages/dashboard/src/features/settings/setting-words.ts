/** The descriptions of providers' settings in French, by provider and field; the server has them in English. */
export const french_settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pawapay: {
    api_token: 'Jeton d’API, du tableau de bord de l’environnement.',
    base_url:
      'Adresse de l’API : https://api.pawapay.io par défaut ; le bac à sable est https://api.sandbox.pawapay.io.',
    operators:
      'Nos codes des opérateurs à utiliser, séparés par des virgules ; par défaut tous ceux du compte.',
    signing_key: 'Clé privée (PEM ; EC P-256, P-384 ou RSA) qui signe les requêtes.',
    signing_key_id: 'Identifiant de sa clé publique dans le tableau de bord.',
    signature_algorithm: 'Celui qui va avec la clé par défaut ; les clés RSA signent avec rsa-pss-sha512.',
    signature_encoding: 'Codage des signatures ECDSA : der (par défaut, comme chez pawaPay) ou raw.',
    signed_callbacks:
      'Les rappels sont signés et peuvent faire foi. Par défaut non : un rappel ne fait que déclencher une vérification.',
    old_benin_numbers: 'Écrire les numéros du Bénin avec 8 chiffres, comme les numéros de test.',
  },
  'mtn-momo': {
    target_environment:
      'Le marché, comme MTN l’écrit dans X-Target-Environment : mtnivorycoast ; ou sandbox pour les essais.',
    platform:
      'La plateforme de MTN dont viennent les identifiants : partner (https://proxy.momoapi.mtn.com), ou internet (https://momoapi.momo.africa), vers laquelle les partenaires de l’internet passent. Ce qui est en cours au moment du changement reste suivi là où il a été créé.',
    base_url:
      'Si le marché a sa propre adresse. Par défaut celle de la plateforme, et https://sandbox.momodeveloper.mtn.com pour les essais.',
    api_user:
      'L’utilisateur d’API tel que le portail le donne : un UUID ou, sur la plateforme internet, le User ID de l’identifiant système, avec le = final.',
    api_key: 'La clé d’API de cet utilisateur.',
    collection_subscription_key: 'Clé principale ou secondaire de l’abonnement Collections.',
    disbursement_subscription_key:
      'Clé principale ou secondaire de l’abonnement Disbursements. Sans elle, ni versement ni remboursement.',
    disbursement_api_user: 'Si les versements ont un autre utilisateur d’API.',
    disbursement_api_key: 'La clé d’API de cet autre utilisateur.',
    callbacks:
      'Demander à MTN de rappeler. L’adresse de ce service doit être celle déclarée chez MTN, sinon chaque requête est refusée ; sans rappels, le statut est vérifié auprès de MTN.',
    partial_refunds:
      'Rembourser une partie d’un paiement. MTN ne dit pas si c’est possible : non, tant que vous ne l’avez pas essayé.',
    currency: 'Devise des comptes, si ce n’est pas celle du marché : USD au Libéria.',
    sandbox_market: 'Pour les essais seulement : le marché que le bac à sable imite.',
    sandbox_currency:
      'Pour les essais seulement : envoyée à la place de la devise, car le bac à sable de MTN ne prend que l’euro. Le chiffre reste le même.',
  },
  wave: {
    country: 'Pays du compte auquel appartient la clé : SN, CI, ML, GM ou UG.',
    api_key: 'Clé d’API avec les droits checkout, payout et balance : wave_sn_prod_…',
    webhook_strategy: 'Sécurité du webhook, comme choisie dans le Business Portal.',
    webhook_secret: 'Secret du webhook, montré une fois à la création : wave_sn_WHS_… s’il signe.',
    signature_form:
      'Ce que couvre une signature : l’heure suivie aussitôt du corps (joined, selon Wave) ou avec un point entre eux (dotted).',
    request_signing_secret: 'Seulement si la signature des requêtes est activée pour la clé : wave_sn_AKS_…',
    restrict_payer:
      'Seul le numéro saisi par le client peut payer le lien. Non renseigné : le client peut ne pas saisir de numéro, et un numéro saisi est le seul qui peut payer ; oui : le numéro est obligatoire.',
    payouts: 'La clé peut verser : non sans ce droit.',
    base_url: 'Adresse de l’API. Wave n’a pas de bac à sable : une autre adresse est un simulateur.',
  },
  'mpesa-daraja': {
    environment: 'production, ou sandbox pour le portail sans argent.',
    consumer_key: 'Consumer key de l’application du portail.',
    consumer_secret: 'Consumer secret de l’application du portail.',
    short_code: 'Numéro Paybill ; pour un till, le numéro du magasin ou du siège.',
    till: 'Numéro de till, si les clients paient un till (Buy Goods).',
    passkey: 'Passkey du numéro court pour STK push.',
    callback_key:
      'Un long texte aléatoire de votre choix. Il rend chaque adresse de rappel impossible à deviner, car Safaricom ne signe rien.',
    max_amount: 'Montant maximal par demande à un client, en shillings.',
    initiator_name: 'Initiator pour les versements et les annulations ; sans lui il n’y en a pas.',
    initiator_password: 'Le mot de passe de l’initiator.',
    certificate:
      'Certificat de Safaricom pour l’environnement, du portail : PEM, ou son base64 sur une ligne. Il chiffre le mot de passe.',
    payout_short_code: 'Numéro court qui verse, si c’est un autre.',
    payout_command: 'Nom donné à un versement.',
    refund_by:
      'Mode de remboursement : par un versement au numéro du payeur, ou en annulant le paiement, ce qui demande le reçu de son rappel.',
    partial_reversals: 'Annuler une partie d’un paiement : une source dit oui, Safaricom ne le dit pas.',
    reversal_identifier_type: 'RecieverIdentifierType des annulations, non confirmé.',
    base_url: 'Autre adresse que celle de l’environnement : un simulateur.',
  },
  fedapay: {
    secret_key: 'Clé secrète, sk_live_… ou sk_sandbox_…',
    webhook_secret: 'Secret du webhook, wh_live_… : chaque webhook a le sien.',
    base_url: 'Adresse avec la version ; le bac à sable est https://sandbox-api.fedapay.com/v1.',
    currency: 'Devise du compte (ISO 4217).',
    collect_modes: 'Opérateurs pour encaisser et leurs modes : moov_tg=moov_tg togocel_tg=togocel.',
    payout_modes: 'De même pour verser. Aucun par défaut : FedaPay n’ouvre les versements que sur demande.',
    phone_format: 'Écriture des numéros : national, ou international avec un plus.',
    customer_email_domain:
      'Si FedaPay exige un client : un domaine pour des adresses inventées. Vide : aucune n’est envoyée.',
    expired_is_final: 'Considérer le statut expired comme définitif. Sinon, on vérifie à nouveau.',
    webhook_tolerance_s: 'Écart permis entre l’heure d’une signature et la nôtre, en secondes.',
  },
  'orange-money': {
    variant:
      'Le contrat du marchand : web-payment (developer.orange.com), sonatel (Sénégal), cameroon (omcoreapis) ou burkina (codes à usage unique).',
    sandbox: 'web-payment, sonatel, burkina : l’environnement d’essai du fournisseur. Non par défaut.',
    base_url: 'Adresse de l’API ; celle du contrat par défaut. burkina : l’adresse entière.',
    client_id: 'web-payment, sonatel, cameroon : client id (cameroon : consumer key).',
    client_secret: 'web-payment, sonatel, cameroon : client secret (cameroon : consumer secret).',
    shop_name: 'web-payment, sonatel : le nom de boutique que lit le client.',
    country: 'web-payment : pays du contrat.',
    currency: 'web-payment : si le pays en a deux (cd). La plus courante par défaut.',
    merchant_key: 'web-payment : merchant key du contrat.',
    api_path:
      'web-payment : chemin de l’API. /orange-money-webpay/{country}/v1 par défaut, dev à la place du pays pour les essais.',
    token_path: 'web-payment : où l’on obtient les jetons. /oauth/v3/token par défaut ; v2 a déjà marché.',
    amount_factor:
      'web-payment : par quoi les montants sont multipliés. 1 par défaut ; vérifiez avec un petit paiement réel.',
    language: 'web-payment : langue de la page d’Orange. fr par défaut.',
    merchant_code: 'sonatel : les six chiffres du marchand.',
    qr_validity_s:
      'sonatel : durée pendant laquelle un QR code peut être payé, en secondes ; jamais plus que la session. 900 par défaut.',
    unpaid_final_after_s:
      'sonatel : délai, en secondes, après lequel un paiement ou un versement introuvable compte comme échoué. 86400 par défaut.',
    webhook_secret: 'sonatel : secret des rappels signés.',
    webhook_api_key: 'sonatel : l’apiKey que renvoie une ancienne déclaration de rappels.',
    channel_msisdn: 'cameroon : numéro local du channel user. sonatel : du compte qui verse ; avec pin.',
    pin: 'cameroon, sonatel : code PIN de ce numéro. sonatel : seulement avec channel_msisdn, pour verser.',
    payouts: 'cameroon : le contrat a le cashin. Non par défaut.',
    api_username: 'cameroon, burkina : utilisateur d’API.',
    api_password: 'cameroon, burkina : son mot de passe.',
    merchant_msisdn: 'burkina : numéro local du marchand.',
    dial: 'burkina : ce que le client compose pour un code. *144*4*6*{amount}# par défaut, *865*4*6*{amount}# pour les essais.',
  },
  'airtel-money': {
    base_url: 'Adresse pour votre pays, du portail d’Airtel : https://openapi.airtel.africa.',
    country: 'Pays du compte (ISO 3166-1) : UG.',
    currency: 'Devise du compte (ISO 4217). Par défaut celle du pays.',
    client_id: 'Client id de l’application.',
    client_secret: 'Client secret de l’application.',
    message_signing:
      'Signer chaque requête qui déplace de l’argent. Par défaut seulement en Zambie, où ce serait obligatoire.',
    payments_version: 'Version du USSD push. Par défaut v2 avec la signature, v1 sans.',
    disbursements_version: 'Version des versements. Par défaut v2 avec la signature, v1 sans.',
    pin: 'Code PIN des versements. Sans lui, rien n’est versé.',
    pin_padding: 'Remplissage du PIN avant le chiffrement : il change d’un pays à l’autre.',
    payee_wallet_type: 'Nommer le compte et la devise du bénéficiaire, si les versements le demandent.',
    enquiry_names_type:
      'Vérifier le statut des versements avec ?transactionType=B2C, selon les documents récents.',
    refunds:
      'Rembourser par l’API de remboursement d’Airtel : paiements entiers seulement, et une réponse perdue demande une vérification manuelle. Sinon, avec un PIN, l’argent revient par un versement.',
    keep_leading_zero: 'Garder le zéro du début des numéros de certains pays (Congo) : il en fait partie.',
    codes_decide:
      'Laisser décider sans statut, avec leurs raisons, les codes d’encaissement 002, 003, 006, 007, 009, 010 et 024. Par défaut partout sauf en Zambie, où un document leur donne un autre sens.',
    callback_key:
      'Clé privée d’authentification des rappels, si elle est activée : les rappels sans bonne empreinte sont refusés.',
  },
};
