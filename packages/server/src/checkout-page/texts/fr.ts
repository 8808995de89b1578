import type { Texts } from './keys.ts';

/** French. `\u202f` and `\u00a0` are the spaces that French sets before `?` and `:`. */
export const fr: Texts = {
  language_name: 'Français',
  other_languages: 'Langue',
  test_mode: 'Mode test\u00a0: aucun argent réel',
  locale: 'fr',
  direction: 'ltr',
  secure_payment: 'Paiement sécurisé',
  expires_at: 'Expire à',
  expires_soon: 'Il reste moins de deux minutes pour payer.',
  error_prefix: 'À corriger',
  offline: 'Pas de réseau pour le moment. Rien n’a été envoyé\u00a0: réessayez quand il revient.',
  lost: 'Pas de connexion. Cette page reprend d’elle-même dès son retour.',

  summary: 'Votre paiement',
  subtotal: 'Sous-total',
  fees: 'Frais',
  total: 'Total',
  no_fee: 'sans frais',
  fees_later: 'selon votre choix',
  operator: 'Payé avec',
  phone: 'Numéro',
  reference: 'Référence',
  paid_at: 'Date',

  choose_title: 'Comment voulez-vous payer\u202f?',
  choose_phone: 'Votre numéro mobile money',
  choose_phone_hint: 'avec l’indicatif du pays',
  choose_country: 'Pays du numéro',
  choose_email: 'Adresse e-mail',
  choose_email_hint: 'facultatif',
  choose_another: 'Autre moyen',
  choose_direct: 'Ou sans numéro',
  choose_keep: 'Retenir ce numéro sur cet appareil',
  choose_not_answering: 'Ne répond pas en ce moment',
  choose_continue: 'Continuer',
  choose_problems: {
    operator: {
      missing: 'Choisissez comment vous voulez payer.',
      gone: 'Ce moyen de paiement n’est plus proposé. Choisissez-en un autre.',
      down: 'Ce moyen de paiement ne répond pas en ce moment. Rien n’est parti. Choisissez-en un autre.',
    },
    phone: {
      missing: 'Tapez le numéro qui paie.',
      invalid: 'Ce numéro n’existe pas. Vérifiez chaque chiffre.',
      other_country: 'Ce numéro est d’un autre pays. Tapez un numéro du pays choisi.',
      from_country: (country) =>
        `Ce numéro est d’un autre pays (${country}), où ce paiement n’est pas possible. Tapez un autre numéro.`,
      from_country_picked: (country) =>
        `Ce numéro est d’un autre pays (${country}). Un moyen de payer de ce pays est maintenant choisi\u00a0: vérifiez-le, puis continuez.`,
    },
    email: 'Ce n’est pas une adresse e-mail. Corrigez-la ou laissez le champ vide.',
  },
  cancel_and_return: (shop) => `Annuler et revenir chez ${shop}`,

  hand_over_link: 'Payer avec votre téléphone',
  hand_over_title: 'Continuez sur votre téléphone',
  hand_over_scan: 'Visez ce carré avec l’appareil photo de votre téléphone.',
  hand_over_open: 'Pas d’appareil photo\u202f? Ouvrez cette adresse sur le téléphone\u00a0:',
  hand_over_type: 'et tapez ce code\u00a0:',
  hand_over_follows: 'Gardez cette page ouverte\u00a0: elle suit ce que vous faites sur le téléphone.',
  hand_over_stay: 'Payer sur cet écran',
  qr_code: 'Code QR',
  entry_title: 'Continuer un paiement',
  entry_sentence: 'Tapez le code affiché sur l’autre écran.',
  entry_label: 'Code',
  entry_wrong:
    'Aucun paiement ne porte plus ce code. Vérifiez chaque caractère, ou regardez encore l’autre écran.',
  entry_submit: 'Continuer',

  confirm_title: (amount) => `Vous payez ${amount}`,
  confirm_with: (operator) => `avec ${operator}`,
  confirm_number: 'numéro',
  confirm_change: 'Modifier',
  confirm_pay: (amount) => `Payer ${amount}`,
  confirm_nothing_sent: 'Rien ne part avant que vous touchiez Payer.',
  confirm_too_soon: (operator, wait) =>
    `${operator} refuse deux fois de suite le même montant du même numéro. Rien n’a été débité. Attendez ${wait} puis touchez Payer de nouveau, ou choisissez un autre moyen de payer.`,

  otp_title: 'Tapez votre code',
  otp_dial: 'Composez le',
  otp_then: 'sur le téléphone qui paie, puis tapez ici le code reçu.',
  otp_from: (operator) => `Tapez le code reçu pour ${operator}.`,
  otp_label: 'Code',
  otp_wrong: 'Ce code n’est pas le bon. Rien n’a été débité. Tapez-le de nouveau, ou un autre code.',
  otp_dial_again: 'Pour un autre code, composez le',
  otp_resend: 'Recevoir un autre code',
  otp_resent: {
    sent: 'Un autre code vous est envoyé. Seul le dernier compte.',
    too_soon: 'Le dernier code peut encore arriver. Attendez une demi-minute avant d’en demander un autre.',
    not_sent: 'L’opérateur n’a pas envoyé d’autre code. Si vous en avez déjà un, tapez-le.',
  },
  otp_submit: (amount) => `Payer ${amount}`,

  waiting_title: 'Regardez votre téléphone',
  waiting_approve: (amount, operator) => `Validez ${amount} avec votre code secret ${operator}.`,
  waiting_phone: (phone) => `La demande est partie vers le ${phone}.`,
  waiting_dial: 'Rien à l’écran\u202f? Composez le',
  waiting_then: 'puis choisissez',
  waiting_pin: 'et tapez votre code secret.',
  dial_steps: { payment: 'ce paiement', currency: 'la devise', yes: 'Oui' },
  again: 'Redemander la validation',
  again_about: (operator) =>
    `Toujours rien\u202f? Nous demandons d’abord à ${operator} ce qu’il en est, pour que vous ne payiez jamais deux fois.`,
  again_open: (operator) =>
    `${operator} a toujours cette demande. Validez-la sur votre téléphone, sans payer une seconde fois.`,
  waiting_not_yet: 'Pas encore validé\u202f?',
  waiting_time_left: 'Temps restant\u00a0:',
  waiting_until: (time) => `Validez avant ${time}.`,
  waiting_close: (shop) => `Vous pouvez fermer cette page\u00a0: ${shop} sera prévenu.`,
  wrong_number: {
    title: 'Mauvais numéro\u202f?',
    sentence:
      'La demande est sur le téléphone qui a ce numéro. Seule cette personne peut la valider, avec son code secret. Elle s’éteint d’elle-même, et vous pourrez alors mettre un autre numéro ici.',
  },
  waiting_moment_title: 'Un instant',
  waiting_moment: (operator) => `${operator} va répondre. Cette page continue toute seule.`,
  waiting_slow_title: 'Nous vérifions encore',
  waiting_slow: (operator) =>
    `${operator} n’a pas encore répondu. Si vous avez validé, ne payez pas une deuxième fois\u00a0: la réponse s’affichera ici.`,
  check_now: 'Vérifier maintenant',

  redirect_title: (operator) => `Continuez avec ${operator}`,
  redirect_sentence: (amount, operator) => `Validez ${amount} sur la page ${operator}.`,
  redirect_open: (operator) => `Ouvrir ${operator}`,
  redirect_scan: (operator) => `Ou visez ce carré avec l’appareil photo du téléphone qui a ${operator}.`,
  redirect_after: 'Ensuite, vous revenez ici et voyez le résultat.',

  success_title: 'C’est payé',
  success_sentence: (amount, shop) => `${amount} à ${shop}`,
  success_soon: (shop) => `Nous prévenons ${shop}. Retour dans 5 secondes.`,
  stay_here: 'Rester ici',
  receipt_link: 'Garder le reçu',
  help: (shop) => `Écrire à ${shop}\u00a0:`,
  help_message: ({ amount, reference, when }) =>
    `Bonjour, j’ai besoin d’aide pour mon paiement de ${amount}, référence ${reference}, ${when}.`,
  return_to: (shop) => `Revenir chez ${shop}`,

  failures: {
    insufficient_funds: () => ({
      title: 'Solde insuffisant',
      sentence: 'Rien n’a été débité. Rechargez le compte, ou choisissez un autre moyen de payer.',
    }),
    payer_cancelled: () => ({
      title: 'Le paiement a été refusé sur le téléphone',
      sentence: 'Rien n’a été débité. Essayez encore si vous voulez toujours payer.',
    }),
    payer_timeout: () => ({
      title: 'Pas de réponse du téléphone à temps',
      sentence: 'Rien n’a été débité. Gardez le téléphone en main et essayez encore.',
    }),
    limit_exceeded: (operator) => ({
      title: 'Le montant dépasse un plafond du compte',
      sentence: `Rien n’a été débité. Choisissez un autre moyen de payer, ou demandez à ${operator} un plafond plus haut.`,
    }),
    wrong_pin: () => ({
      title: 'Le code secret n’était pas le bon',
      sentence: 'Rien n’a été débité. Essayez encore avec le code secret de ce compte.',
    }),
    wrong_otp: () => ({
      title: 'Le code n’était pas le bon',
      sentence: 'Rien n’a été débité. Essayez encore avec un nouveau code.',
    }),
    not_registered: (operator) => ({
      title: `Ce numéro n’a pas de compte chez ${operator}`,
      sentence: 'Rien n’a été débité. Vérifiez le numéro, ou choisissez un autre moyen de payer.',
    }),
    account_blocked: (operator) => ({
      title: 'Ce compte est bloqué',
      sentence: `Rien n’a été débité. Choisissez un autre moyen de payer, ou appelez ${operator}.`,
    }),
    operator_down: (operator) => ({
      title: `${operator} ne marche pas en ce moment`,
      sentence: 'Rien n’a été débité. Attendez un peu, ou choisissez un autre moyen de payer.',
    }),
    other: (operator) => ({
      title: `${operator} a refusé le paiement`,
      sentence: 'Rien n’a été débité. Essayez encore, ou choisissez un autre moyen de payer.',
    }),
  },
  some_operator: 'l’opérateur',
  failed_retry: 'Essayer encore ou payer autrement',
  failed_same: 'Le même numéro',
  failed_other: 'Payer autrement',

  unknown_title: (operator) => `Nous interrogeons ${operator}`,
  unknown_do_not: 'Ne payez pas une deuxième fois.',
  unknown_sentence: (amount, phone) =>
    `Nous ne savons pas encore si ${amount} ont quitté le compte du ${phone}. Nous continuons à demander jusqu’à la réponse.`,
  unknown_without_number: (amount) =>
    `Nous ne savons pas encore si ${amount} ont été payés. Nous continuons à demander jusqu’à la réponse.`,
  unknown_close: (shop) => `Vous pouvez fermer cette page\u00a0: ${shop} sera prévenu. Gardez la référence.`,
  unknown_ended: 'Le temps pour payer est passé, mais votre paiement n’est pas perdu.',

  held_title: 'Nous vérifions votre paiement',
  held_amount: (received, total, shop) =>
    `Nous avons reçu ${received} au lieu de ${total}. ${shop} va accepter cette somme ou vous la rendre.`,
  held_late: (received, shop) =>
    `Nous avons reçu ${received} une fois le délai passé. ${shop} va accepter cette somme ou vous la rendre.`,
  returned: (received) => ({
    title: 'Votre argent vous est rendu',
    sentence: `Nous avons reçu ${received}, mais cette somme n’a pas été acceptée. Elle retourne au numéro qui a payé.`,
  }),
  success_difference: (difference) =>
    `Vous avez payé ${difference} de trop. Cette somme retourne au numéro qui a payé.`,

  cancelled: (shop) => ({
    title: 'Paiement annulé',
    sentence: `Rien n’a été débité. Pour payer quand même, recommencez chez ${shop}.`,
  }),
  expired: (shop) => ({
    title: 'Cette page de paiement a expiré',
    sentence: `Rien n’a été débité. Pour payer, recommencez chez ${shop}.`,
  }),
  too_many_attempts: (shop) => ({
    title: 'Trop d’essais',
    sentence: `Rien n’est parti cette fois. Pour payer, recommencez chez ${shop}.`,
  }),
  unavailable: (shop) => ({
    title: 'Aucun moyen de payer ici pour l’instant',
    sentence: `Rien n’a été débité. ${shop} doit d’abord activer un moyen de paiement\u00a0: prévenez-le.`,
  }),
  already_paid: (amount, shop) => ({
    title: 'Déjà payé',
    sentence: `${amount} payés à ${shop}. Il n’y a plus rien à payer.`,
  }),
  reversed: (amount, shop) => ({
    title: 'L’opérateur a annulé ce paiement',
    sentence: `L’opérateur vous a rendu ${amount}. ${shop} n’a plus cet argent\u00a0: demandez à la boutique comment payer à nouveau.`,
  }),
  session_unknown: {
    title: 'Cette page de paiement n’existe pas',
    sentence:
      'Vérifiez l’adresse, ou demandez-en une nouvelle à la boutique. Si vous avez déjà payé, ne payez pas une deuxième fois\u00a0: demandez d’abord à la boutique.',
  },
  rate_limited: {
    title: 'Trop de demandes à la fois',
    sentence:
      'Rien n’a été fait cette fois. Attendez quelques secondes et rechargez la page. Si vous avez déjà payé, votre paiement est en sûreté\u00a0: ne payez pas une deuxième fois.',
  },
  recovering: {
    title: 'Les paiements sont en pause',
    sentence:
      'Rien n’a été fait cette fois. Réessayez un peu plus tard, sur cette même page. Si vous avez déjà payé, votre paiement est en sûreté\u00a0: ne payez pas une deuxième fois.',
  },
  refused: {
    title: 'Cette étape n’a pas marché',
    sentence:
      'Rien n’a été fait cette fois. Rechargez la page de paiement et continuez là. Si vous avez déjà payé, votre paiement est en sûreté\u00a0: ne payez pas une deuxième fois.',
  },
  error: {
    title: 'Cette page a un problème',
    sentence:
      'La faute est chez nous. Si vous avez déjà payé, votre paiement est en sûreté\u00a0: ne payez pas une deuxième fois. Rechargez la page dans un instant.',
  },
  reload: 'Recharger la page',

  sandbox_title: 'Portefeuille de test',
  sandbox_note: 'Argent fictif, pour les essais seulement.',
  sandbox_asks: (shop) => `${shop} vous demande de payer`,
  sandbox_decide: 'Mode test\u00a0: décidez à la place du téléphone.',
  sandbox_approve: 'Valider',
  sandbox_refuse: 'Refuser',
  sandbox_numbers_title: 'Numéros pour les essais',
  sandbox_numbers_intro: 'Les deux derniers chiffres du numéro décident de la suite.',
  sandbox_numbers: [
    ['00', 'payé tout de suite'],
    ['10', 'payé après 10 secondes'],
    ['01', 'solde insuffisant'],
    ['05', 'mauvais code secret'],
    ['08', 'opérateur en panne'],
    ['12', 'pas de réponse, payé ensuite'],
    ['20', 'demande un code\u00a0: 123456'],
    ['21', 'ouvre la page du bac à sable'],
    ['22', 'vous validez ou refusez'],
  ],
};
