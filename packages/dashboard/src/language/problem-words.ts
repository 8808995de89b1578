import type { ProblemCode, ProblemValues } from '@guichet/kernel/problem';
import { defineTexts } from './define-texts.ts';
import { link_words } from './link-words.ts';

/** Texts for all of the server's errors, at a field or for the whole request. */
export type ProblemWords = { readonly [Code in ProblemCode]: (values: ProblemValues[Code]) => string };

/** The texts, whose values are already formatted: amounts with their currency, countries by name. */
export const problem_words = defineTexts<ProblemWords>({
  en: {
    required: () => 'Fill this in.',
    empty: () => 'Fill this in.',
    unknown_field: () => 'The server does not know this field. Reload the page.',
    not_an_object: () => 'The server could not read this. Reload the page.',
    not_allowed: () => 'This is not one of the possible values.',
    one_of: ({ choices }) => `Choose one of: ${choices}.`,
    wrong_type: ({ type }) =>
      type === 'number' || type === 'integer'
        ? 'Enter a number, for example 500.'
        : 'This is not in the right format.',
    wrong_form: () => 'This is not in the right format.',
    given_twice: () => 'This was entered twice. Enter it once.',
    unreadable_text: () => 'Contains unsupported characters. Type it again.',
    too_short: ({ min }) => (min === 1 ? 'Fill in this field.' : `Use at least ${min} characters.`),
    too_long: ({ max }) => `Use at most ${max} characters.`,
    too_small: ({ min }) => `Must be at least ${min}.`,
    too_large: ({ max }) => `Must be at most ${max}.`,
    out_of_range: ({ min, max }) => `Must be a whole number from ${min} to ${max}.`,
    too_few_items: ({ min }) => `Choose at least ${min}.`,
    too_many_items: ({ max }) => `Choose at most ${max}.`,
    repeated_items: () => 'One entry is repeated.',
    not_a_plain_name: () => 'Remove line breaks and the characters < and >.',
    not_an_email: () => 'Enter an e-mail address, for example awa@shop.example.',
    not_a_phone: () => 'Enter a valid phone number with its country code, for example +225 07 00 00 00 00.',
    phone_of_other_country: ({ country }) => `This operator only serves numbers from ${country}.`,
    url_with_spaces: () => 'Remove the spaces.',
    not_a_url: () => 'Enter a full URL, for example https://shop.example/webhooks.',
    url_with_password: () => 'Remove the user name and password from the URL.',
    url_with_backslash: () => 'Remove the backslashes from the URL.',
    not_https: () => 'The URL must begin with https://.',
    not_public: () => 'This address cannot be reached from the internet. Use a public one.',
    not_a_color: () => 'Enter a colour as #RRGGBB, for example #1D4ED8.',
    not_a_logo: () => 'Choose a PNG, JPEG or WebP picture that does not move.',
    picture_too_heavy: ({ max }) => `The picture must have at most ${max} bytes.`,
    picture_too_wide: ({ max }) => `The picture must be at most ${max} pixels wide and high.`,
    not_a_time: () => 'Enter a date.',
    before_since: () => 'The end must not be before the beginning.',
    not_in_future: () => 'Choose a time in the future.',
    not_a_network: ({ text }) =>
      `“${text}” is not an IP address or a network. Use the form 203.0.113.7 or 203.0.113.0/24.`,
    not_before_end: () => 'The start must be before the end.',
    only_for_all: () => 'An end date applies only when resending all events.',
    not_a_cursor: () => 'This page of the list does not exist. Go back to the first page.',
    not_a_country: () => 'Enter a two-letter country code, for example CI.',
    not_a_currency: () => 'Enter a three-letter currency code, for example XOF.',
    not_an_operator: () => 'Unknown operator. Choose one from the list.',
    operator_without_currency: ({ currency, currencies }) =>
      `This operator does not support ${currency}, only ${currencies}.`,
    payouts_not_supported: ({ currency }) =>
      `This operator does not support payouts in ${currency} at the moment.`,
    operator_turned_off: ({ currency }) =>
      `This operator is off for ${currency}, for payments and payouts. An owner or admin can turn it on under Settings, Operators.`,
    not_a_number: () => 'Enter a number, for example 500.',
    not_positive: () => 'Enter an amount above 0.',
    not_whole: ({ currency }) => `Enter a whole number: ${currency} has no decimals.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Enter a whole number, without decimals.' : `Enter at most ${max} decimals.`,
    not_an_amount: () => 'Enter an amount, for example 500.',
    currency_missing: () => 'Choose a currency too.',
    more_than_any_payment: () => 'No payment is that large.',
    less_than_least: () => 'The maximum must be at least the minimum.',
    more_than_left: ({ amount }) => `At most ${amount} can still be refunded.`,
    nothing_missing: () => 'Begin with the ID of a payment whose money was returned to the customer twice.',
    more_than_missing: ({ amount }) => `${amount} is missing from this payment.`,
    more_than_available: ({ amount }) => `Your available balance is ${amount}.`,
    not_a_percentage: () => 'Enter a number from 0 to 100, for example 1.5.',
    not_of_this_payment: () => 'This does not belong to this payment. Reload the page.',
    took_no_money: () => 'This attempt took no money, so there is nothing to refund.',
    proof_missing: () => 'Add evidence that it was paid.',
    reversal_proof_missing: () => 'Add evidence that the money was returned.',
    not_paid: () => 'This payment was not paid, so there is nothing to refund.',
    payer_erased: () =>
      'The payer’s data was erased, so the recipient is no longer known. Refund the customer another way.',
    refund_under_way: () => 'A refund of this money is still in progress. Wait until it finishes.',
    nothing_left: () => 'This was already refunded in full.',
    came_twice: () =>
      'This money arrived a second time: other money pays the payment. Check the payment again before you refund it.',
    pays_now: () =>
      'This money pays the payment: it did not arrive a second time. Check the payment again before you refund it.',
    all_or_nothing: () => 'This account only supports full refunds.',
    refunded_once: () =>
      'This account can refund a payment only once, and that refund was returned. Refund the customer another way.',
    payer_unknown: () =>
      'Anybody could have paid this, so it is not known which number did. Refund the customer another way.',
    cannot_give_back: () =>
      'The account that took this money does not support refunds. Refund the customer another way.',
    account_unreadable: () =>
      'The account that took this money cannot be used, because its settings cannot be decrypted. Enter them again, or refund the customer another way.',
    nothing_to_resolve: () => 'Nothing to resolve: the outcome is known, or somebody else has resolved it.',
    end_not_known: () => 'Outcome not known yet. Choose whether it was paid.',
    was_paid: () => 'This was paid. It can only be refunded, or marked as reversed or settled.',
    was_not_paid: () => 'Only a paid operation can be reversed. As far as is known, this one was not paid.',
    was_reversed: () => 'Already reversed.',
    decide_first: () => 'This money needs a decision first: accept it or refund it.',
    awaits_approval: ({ name }) => `${name} made a decision about this money: approve or refuse it first.`,
    changed_since: () =>
      'This money has changed since the decision was made, or no longer needs one. Refuse the decision, and make a new one.',
    ...link_words.en,
    receipt_refunded: () => 'This payment was refunded in full. Hand nothing over.',
    receipt_reversed: () => 'The operator has taken this payment back. Hand nothing over.',
    receipt_collected: ({ by }) => `These goods were already handed over, by ${by}. Hand nothing over.`,
    amount_changed_since: () =>
      'The amount has changed since it was shown. Close this dialog, check the new amount, and decide again.',
    nothing_held: () => 'No money is held here: there is nothing to accept or refund.',
    paid_by_another: () => 'Another attempt has paid this payment: this money can only be refunded.',
    paid_twice: () => 'This payment was paid twice: the second amount can only be refunded.',
    refunded_by_now: () => 'This money is being refunded or was refunded: it can no longer be accepted.',
    no_difference: () => 'There is no difference to refund: accept the amount received, or refund all of it.',
    accepted_by_now: () => 'Part of this money was accepted: refund the payment instead.',
    accounts_for_live_only: () => 'Accounts are for live mode only. Test mode uses the sandbox.',
    not_own_account: ({ account }) => `You have no account ${account}. Reload the page.`,
    account_not_supported: ({ account }) => `“${account}” does not support this operator. Remove it.`,
    credentials_refused: ({ provider, said }) => `${provider} rejected these settings: ${said}`,
    credentials_not_checked: ({ provider, said }) =>
      `${provider} could not be reached to check them (${said}). Try again, or save them unchecked.`,
    host_not_known: ({ provider, hosts }) =>
      `${provider} is reached at ${hosts}. The operator of this service can allow another host with PROVIDER_ALLOWED_HOSTS.`,
    secret_of_other_host: ({ from, to }) =>
      `Enter it again: it was saved for ${from}, and these settings point to ${to}.`,
    credentials_allow_nothing: () => 'These settings give access to no operator. Ask the provider.',
    tells_no_balance: ({ provider }) => `${provider} does not report balances.`,
    balance_not_told: ({ provider, said }) => `${provider} could not be reached (${said}).`,
    changed_meanwhile: () => 'Somebody else changed this in the meantime. Reload the page.',
    endpoint_is_off: () => 'This endpoint is switched off, so nothing is sent to it. Switch it on first.',
    too_many_endpoints: ({ max }) =>
      `There are already ${max} endpoints in this mode. Delete one that you no longer need.`,
    too_many_tills: ({ max }) => `There are already ${max} tills. Remove one that you no longer need.`,
    too_many_cashiers: ({ max }) => `There are already ${max} cashiers. Remove one who has left.`,
    name_taken: () => 'Another cashier has this name. Add a letter of the family name.',
    too_many_secrets: ({ max }) =>
      `${max} secrets are already in use. Wait until one expires, or expire them all now with 0 hours.`,
    event_of_other_mode: () => 'The event and the endpoint are in different modes.',
    wrong_password: () => 'This is not your password.',
    wrong_code: () => 'This code is wrong. It changes, so enter the one shown now.',
    password_pattern: () => 'Too easy to guess: it repeats itself, or follows the keyboard or the alphabet.',
    password_about_you: () => 'Too easy to guess: it is mostly your name or e-mail address.',
    password_common: () => 'Too easy to guess: it appears in lists of stolen passwords.',
    role_forbids: () => 'Your role does not allow this. An owner or admin can change your role.',
    scope_not_yours: ({ scope }) => `Your role cannot give a key the permission “${scope}”.`,
    only_owner: () => 'Only an owner can appoint owners or change their permissions.',
    last_owner: () => 'This is the last owner. Appoint another owner first.',
    works_here: () => 'This person is already on the team.',
    invitation_gone: () =>
      'This invitation was used or withdrawn, is older than 7 days, or its author may no longer invite people. Ask for a new one.',
    link_gone: () =>
      'This link was used, is older than a day, or its author may no longer create links. Ask for a new one.',
    no_password: () => 'You have no password. Use your passkey.',
    second_factor_needed: () => 'Use your app, your passkey or a recovery code.',
    email_taken: () => 'Somebody on your team already has this e-mail address.',
    second_factor_missing: () => 'Set up two-factor authentication for yourself first, under Your security.',
    no_second_person: () => 'This payout needs no second approver.',
    operator_has_it: () => 'The operator already has this payout: it cannot be refused. Look at its outcome.',
    made_by_you: () => 'You made this payout. Somebody else has to approve it.',
    wanted_by_you: () => 'You requested this. Somebody else has to approve it.',
    returned_by_you: () =>
      'You reported that an earlier refund of this payment did not arrive. Somebody else has to refund it again.',
    not_confirmed: () =>
      'Before you can approve, somebody other than the person who gave you access has to confirm you.',
    not_two_people: ({ until }) =>
      `You and the person who requested this (or whom it would make an approver) are not independent: one of you recently gave the other access, directly or through others. You can approve it from ${until}.`,
    not_two_people_yet: () =>
      'You and the person who requested this (or whom it would make an approver) are not independent: one of you gave the other access, directly or through others. Somebody else has to confirm that first.',
    change_decided: () => 'Already decided, or replaced by another change.',
    sum_below_single: () => 'Enter at least the limit for a single payout.',
    sum_without_single: () => 'Set the limit for a single payout first.',
    decided_already: ({ name, decision }) =>
      `${name} has already ${decision === 'approved' ? 'approved' : 'refused'} this. Your decision changed nothing.`,
    already_decided: () => 'Already decided.',
    reference_taken: () =>
      'Another movement of this type has this reference. Correct that movement, or use another reference.',
    corrected_by_now: ({ reference }) =>
      `The movement with this reference was corrected. To book it again, use a new reference, such as ${reference}.`,
    correction_waits: () =>
      'The movement with this reference has a correction that awaits approval. Approve or refuse it first.',
    is_correction: () => 'A correction cannot be corrected. Record the movement again instead.',
    not_booked: () => 'This movement is not in the books. One that awaits approval can be refused.',
    not_a_movement: () =>
      'This entry follows from a payment, payout or refund. It cannot be corrected manually.',
    already_corrected: () => 'This movement was already corrected.',
    inquiries_left: ({ count }) =>
      `Not all status inquiries are complete: ${count} still open. Wait, or resume anyway.`,
    service_is_open: () => 'Payments have already resumed.',
    other_merchants: () =>
      'This service has other merchants too. The person who runs it resumes payments, with the command “guichet recover open”.',
  },
  fr: {
    required: () => 'À remplir.',
    empty: () => 'À remplir.',
    unknown_field: () => 'Le serveur ne connaît pas ce champ. Rechargez la page.',
    not_an_object: () => 'Le serveur n’a pas pu lire ceci. Rechargez la page.',
    not_allowed: () => 'Ce n’est pas une des valeurs possibles.',
    one_of: ({ choices }) => `Choisissez parmi : ${choices}.`,
    wrong_type: ({ type }) =>
      type === 'number' || type === 'integer'
        ? 'Saisissez un nombre, par exemple 500.'
        : 'Le format n’est pas valide.',
    wrong_form: () => 'Le format n’est pas valide.',
    given_twice: () => 'Indiqué deux fois. Une seule suffit.',
    unreadable_text: () => 'Contient des caractères non pris en charge. Saisissez-le à nouveau.',
    too_short: ({ min }) => (min === 1 ? 'Remplissez ce champ.' : `Au moins ${min} caractères.`),
    too_long: ({ max }) => `Au plus ${max} caractères.`,
    too_small: ({ min }) => `Pas moins de ${min}.`,
    too_large: ({ max }) => `Pas plus de ${max}.`,
    out_of_range: ({ min, max }) => `Un nombre entier de ${min} à ${max}.`,
    too_few_items: ({ min }) => `Choisissez-en au moins ${min}.`,
    too_many_items: ({ max }) => `Choisissez-en au plus ${max}.`,
    repeated_items: () => 'L’un d’eux figure deux fois.',
    not_a_plain_name: () => 'Enlevez les retours à la ligne et les caractères < et >.',
    not_an_email: () => 'Saisissez une adresse e-mail, par exemple awa@boutique.example.',
    not_a_phone: () =>
      'Saisissez un numéro valide, avec l’indicatif du pays, par exemple +225 07 00 00 00 00.',
    phone_of_other_country: ({ country }) => `Cet opérateur ne sert que les numéros de ce pays : ${country}.`,
    url_with_spaces: () => 'Enlevez les espaces.',
    not_a_url: () => 'Saisissez une adresse complète, par exemple https://boutique.example/webhooks.',
    url_with_password: () => 'Enlevez le nom d’utilisateur et le mot de passe de l’adresse.',
    url_with_backslash: () => 'Enlevez les barres obliques inverses de l’adresse.',
    not_https: () => 'L’adresse doit commencer par https://.',
    not_public: () => 'Cette adresse n’est pas joignable depuis internet. Donnez une adresse publique.',
    not_a_color: () => 'Saisissez une couleur au format #RRGGBB, par exemple #1D4ED8.',
    not_a_logo: () => 'Choisissez une image PNG, JPEG ou WebP sans animation.',
    picture_too_heavy: ({ max }) => `L’image doit faire au plus ${max} octets.`,
    picture_too_wide: ({ max }) => `L’image doit faire au plus ${max} pixels de large et de haut.`,
    not_a_time: () => 'Saisissez une date.',
    before_since: () => 'La fin ne doit pas précéder le début.',
    not_in_future: () => 'Choisissez un moment à venir.',
    not_a_network: ({ text }) =>
      `« ${text} » n’est ni une adresse IP ni un réseau. Saisissez par exemple 203.0.113.7 ou 203.0.113.0/24.`,
    not_before_end: () => 'Le début doit venir avant la fin.',
    only_for_all: () => 'Une date de fin ne s’applique qu’au renvoi de tous les événements.',
    not_a_cursor: () => 'Cette page de la liste n’existe pas. Revenez à la première page.',
    not_a_country: () => 'Saisissez le code du pays en deux lettres, par exemple CI.',
    not_a_currency: () => 'Saisissez le code de la devise en trois lettres, par exemple XOF.',
    not_an_operator: () => 'Opérateur inconnu. Choisissez-en un dans la liste.',
    operator_without_currency: ({ currency, currencies }) =>
      `Cet opérateur ne prend pas en charge ${currency}, seulement ${currencies}.`,
    payouts_not_supported: ({ currency }) =>
      `Cet opérateur ne permet pas de verser en ${currency} pour l’instant.`,
    operator_turned_off: ({ currency }) =>
      `Cet opérateur est désactivé en ${currency}, pour les paiements comme pour les versements. Un propriétaire ou un administrateur peut l’activer sous Réglages, Opérateurs.`,
    not_a_number: () => 'Saisissez un nombre, par exemple 500.',
    not_positive: () => 'Saisissez un montant supérieur à 0.',
    not_whole: ({ currency }) => `Saisissez un nombre entier : le ${currency} n’a pas de décimales.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Saisissez un nombre entier, sans décimales.' : `Pas plus de ${max} décimales.`,
    not_an_amount: () => 'Saisissez un montant, par exemple 500.',
    currency_missing: () => 'Choisissez aussi la devise.',
    more_than_any_payment: () => 'Aucun paiement n’est aussi élevé.',
    less_than_least: () => 'Le montant maximal doit être au moins égal au montant minimal.',
    more_than_left: ({ amount }) => `Il reste au plus ${amount} à rembourser.`,
    nothing_missing: () =>
      'Commencez par l’identifiant d’un paiement dont l’argent est revenu deux fois au client.',
    more_than_missing: ({ amount }) => `Il manque ${amount} à ce paiement.`,
    more_than_available: ({ amount }) => `Votre solde disponible est de ${amount}.`,
    not_a_percentage: () => 'Saisissez un nombre de 0 à 100, par exemple 1,5.',
    not_of_this_payment: () => 'Ceci ne fait pas partie de ce paiement. Rechargez la page.',
    took_no_money: () => 'Cette tentative n’a rien débité : il n’y a rien à rembourser.',
    proof_missing: () => 'Ajoutez un justificatif du paiement.',
    reversal_proof_missing: () => 'Ajoutez un justificatif du retour de l’argent.',
    not_paid: () => 'Ce paiement n’a pas été payé : il n’y a rien à rembourser.',
    payer_erased: () =>
      'Les données du payeur ont été effacées : le bénéficiaire n’est plus connu. Remboursez le client autrement.',
    refund_under_way: () => 'Un remboursement de cet argent est encore en cours. Attendez qu’il se termine.',
    nothing_left: () => 'Tout a déjà été remboursé.',
    came_twice: () =>
      'Cet argent est arrivé en double : un autre versement règle le paiement. Revoyez le paiement avant de rembourser.',
    pays_now: () =>
      'Cet argent règle le paiement : il n’est pas arrivé en double. Revoyez le paiement avant de rembourser.',
    all_or_nothing: () => 'Ce compte ne permet que le remboursement intégral.',
    refunded_once: () =>
      'Ce compte ne rembourse un paiement qu’une fois, et ce remboursement est revenu. Remboursez le client autrement.',
    payer_unknown: () =>
      'N’importe qui pouvait payer : on ne sait pas quel numéro l’a fait. Remboursez le client autrement.',
    cannot_give_back: () =>
      'Le compte qui a reçu cet argent ne permet pas de rembourser. Remboursez le client autrement.',
    account_unreadable: () =>
      'Le compte qui a reçu cet argent est inutilisable : ses réglages ne peuvent pas être déchiffrés. Saisissez-les de nouveau, ou remboursez le client autrement.',
    nothing_to_resolve: () => 'Rien à résoudre : l’issue est connue, ou quelqu’un d’autre l’a déjà indiquée.',
    end_not_known: () => 'L’issue n’est pas encore connue. Indiquez si c’est payé ou non.',
    was_paid: () => 'C’est payé. On peut seulement rembourser, ou marquer comme annulé ou réglé.',
    was_not_paid: () => 'Seul ce qui a été payé peut être annulé. Ce n’est pas le cas, autant qu’on sache.',
    was_reversed: () => 'Déjà annulé par l’opérateur.',
    decide_first: () => 'Cet argent attend d’abord une décision : l’accepter ou le rembourser.',
    awaits_approval: ({ name }) =>
      `${name} a déjà décidé pour cet argent : approuvez ou refusez d’abord cette décision.`,
    changed_since: () =>
      'Cet argent a changé depuis la décision, ou n’en demande plus. Refusez-la, et décidez à nouveau.',
    ...link_words.fr,
    receipt_refunded: () => 'Ce paiement a été entièrement remboursé. Ne remettez rien.',
    receipt_reversed: () => 'L’opérateur a repris ce paiement. Ne remettez rien.',
    receipt_collected: ({ by }) => `Cette marchandise a déjà été remise, par ${by}. Ne remettez rien.`,
    amount_changed_since: () =>
      'Le montant a changé depuis son affichage. Fermez cette fenêtre, vérifiez le nouveau montant, et décidez à nouveau.',
    nothing_held: () => 'Aucun argent n’est retenu ici : il n’y a rien à accepter ni à rembourser.',
    paid_by_another: () =>
      'Une autre tentative a payé ce paiement : cet argent peut seulement être remboursé.',
    paid_twice: () => 'Ce paiement a été payé deux fois : le second argent peut seulement être remboursé.',
    refunded_by_now: () =>
      'Cet argent est remboursé ou en cours de remboursement : il ne peut plus être accepté.',
    no_difference: () =>
      'Il n’y a pas de différence à rembourser : acceptez ce qui est arrivé, ou remboursez tout.',
    accepted_by_now: () => 'Une partie de cet argent a été acceptée : remboursez plutôt le paiement.',
    accounts_for_live_only: () =>
      'Les comptes ne servent qu’en mode réel. Le mode test utilise le bac à sable.',
    not_own_account: ({ account }) => `Vous n’avez pas de compte ${account}. Rechargez la page.`,
    account_not_supported: ({ account }) =>
      `« ${account} » ne prend pas en charge cet opérateur. Retirez-le.`,
    credentials_refused: ({ provider, said }) => `${provider} a refusé ces réglages : ${said}`,
    credentials_not_checked: ({ provider, said }) =>
      `${provider} est injoignable pour les vérifier (${said}). Réessayez, ou enregistrez-les sans vérification.`,
    host_not_known: ({ provider, hosts }) =>
      `${provider} se trouve à ${hosts}. L’exploitant de ce service peut autoriser un autre hôte avec PROVIDER_ALLOWED_HOSTS.`,
    secret_of_other_host: ({ from, to }) =>
      `Saisissez-le à nouveau : il a été enregistré pour ${from}, et ces réglages mènent à ${to}.`,
    credentials_allow_nothing: () => 'Ces réglages ne permettent aucun opérateur. Demandez au fournisseur.',
    tells_no_balance: ({ provider }) => `${provider} ne communique pas de solde.`,
    balance_not_told: ({ provider, said }) => `${provider} est injoignable (${said}).`,
    changed_meanwhile: () => 'Quelqu’un d’autre l’a modifié entre-temps. Rechargez la page.',
    endpoint_is_off: () =>
      'Cette adresse de webhook est désactivée : rien ne lui est envoyé. Activez-la d’abord.',
    too_many_endpoints: ({ max }) =>
      `Il existe déjà ${max} adresses de webhook dans ce mode. Supprimez-en une dont vous n’avez plus besoin.`,
    too_many_tills: ({ max }) =>
      `Il existe déjà ${max} caisses. Retirez-en une dont vous n’avez plus besoin.`,
    too_many_cashiers: ({ max }) => `Il existe déjà ${max} caissiers. Retirez ceux qui sont partis.`,
    name_taken: () => 'Un autre caissier porte ce nom. Ajoutez l’initiale du nom de famille.',
    too_many_secrets: ({ max }) =>
      `${max} secrets sont déjà actifs. Attendez que l’un d’eux expire, ou faites-les tous expirer avec 0 heure.`,
    event_of_other_mode: () => 'L’événement et l’adresse de webhook ne sont pas du même mode.',
    wrong_password: () => 'Ce n’est pas votre mot de passe.',
    wrong_code: () => 'Ce code n’est pas correct. Vérifiez-le : il change.',
    password_pattern: () => 'Trop facile à deviner : il se répète, ou suit le clavier ou l’alphabet.',
    password_about_you: () => 'Trop facile à deviner : c’est presque votre nom ou votre adresse e-mail.',
    password_common: () => 'Trop facile à deviner : il figure dans des listes de mots de passe volés.',
    role_forbids: () =>
      'Votre rôle ne le permet pas. Un propriétaire ou un administrateur peut changer votre rôle.',
    scope_not_yours: ({ scope }) => `Votre rôle ne peut pas donner à une clé la permission « ${scope} ».`,
    only_owner: () => 'Seul un propriétaire peut nommer des propriétaires ou changer leurs droits.',
    last_owner: () => 'C’est le dernier propriétaire. Nommez-en d’abord un autre.',
    works_here: () => 'Cette personne est déjà dans l’équipe.',
    invitation_gone: () =>
      'Cette invitation a servi, a été annulée, date de plus de 7 jours, ou son auteur n’a plus le droit d’inviter. Demandez-en une nouvelle.',
    link_gone: () =>
      'Ce lien a servi, date de plus d’un jour, ou son auteur n’a plus le droit d’en créer. Demandez-en un nouveau.',
    no_password: () => 'Vous n’avez pas de mot de passe. Utilisez votre clé d’accès.',
    second_factor_needed: () => 'Utilisez votre application, votre clé d’accès ou un code de secours.',
    email_taken: () => 'Un membre de votre équipe a déjà cette adresse e-mail.',
    second_factor_missing: () =>
      'Activez d’abord la double authentification pour vous-même, dans Votre sécurité.',
    no_second_person: () => 'Ce versement ne demande pas de second accord.',
    operator_has_it: () =>
      'L’opérateur a déjà ce versement : il ne peut plus être refusé. Consultez son résultat.',
    made_by_you: () => 'Vous avez créé ce versement. Quelqu’un d’autre doit l’approuver.',
    wanted_by_you: () => 'Vous en êtes l’auteur. Quelqu’un d’autre doit l’approuver.',
    returned_by_you: () =>
      'Vous avez indiqué qu’un remboursement précédent de ce paiement n’est pas arrivé. Quelqu’un d’autre doit le rembourser à nouveau.',
    not_confirmed: () =>
      'Avant d’approuver, vous devez être confirmé par une autre personne que celle qui vous a donné accès.',
    not_two_people: ({ until }) =>
      `Vous et l’auteur de la demande (ou la personne qu’elle rendrait approbateur) n’êtes pas indépendants : l’un a récemment donné accès à l’autre, directement ou non. Vous pourrez l’approuver à partir du ${until}.`,
    not_two_people_yet: () =>
      'Vous et l’auteur de la demande (ou la personne qu’elle rendrait approbateur) n’êtes pas indépendants : l’un a donné accès à l’autre, directement ou non. Quelqu’un d’autre doit d’abord le confirmer.',
    change_decided: () => 'Déjà décidé, ou remplacé par une autre demande.',
    sum_below_single: () => 'Indiquez au moins la limite d’un versement.',
    sum_without_single: () => 'Fixez d’abord la limite d’un versement.',
    decided_already: ({ name, decision }) =>
      `${name} l’a déjà ${decision === 'approved' ? 'approuvé' : 'refusé'}. Vous n’avez rien changé.`,
    already_decided: () => 'Déjà décidé.',
    reference_taken: () =>
      'Un autre mouvement de ce type porte cette référence. Corrigez-le, ou utilisez une autre référence.',
    corrected_by_now: ({ reference }) =>
      `Le mouvement qui porte cette référence a été corrigé. Pour le comptabiliser à nouveau, utilisez une nouvelle référence, par exemple ${reference}.`,
    correction_waits: () =>
      'La correction du mouvement qui porte cette référence attend une approbation. Approuvez-la ou refusez-la d’abord.',
    is_correction: () => 'Une correction ne se corrige pas. Enregistrez plutôt le mouvement à nouveau.',
    not_booked: () =>
      'Ce mouvement n’est pas comptabilisé. S’il attend une approbation, il peut être refusé.',
    not_a_movement: () =>
      'Cette écriture découle d’un paiement, d’un versement ou d’un remboursement. Elle ne se corrige pas à la main.',
    already_corrected: () => 'Ce mouvement a déjà été corrigé.',
    inquiries_left: ({ count }) =>
      `Opérations encore ouvertes dont l’opérateur n’a pas été interrogé : ${count}. Attendez, ou ouvrez malgré tout.`,
    service_is_open: () => 'Le service est déjà ouvert.',
    other_merchants: () =>
      'Ce service a d’autres marchands. La personne qui l’exploite l’ouvre, avec la commande « guichet recover open ».',
  },
});
