import type { ProblemCode, ProblemValues } from '@guichet/kernel/problem';
import { defineTexts } from './define-texts.ts';

/** Words for everything that the server can find wrong: at a field, or in the way of what was asked. */
export type ProblemWords = { readonly [Code in ProblemCode]: (values: ProblemValues[Code]) => string };

/** Values come ready to be read: amounts with their currency, countries by their names. */
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
        ? 'Write a number, for example 500.'
        : 'This does not have the right form.',
    wrong_form: () => 'This does not have the right form.',
    given_twice: () => 'This is there twice. Give it once.',
    unreadable_text: () => 'This has signs that cannot be kept. Type it anew.',
    too_short: ({ min }) => `Use at least ${min} characters.`,
    too_long: ({ max }) => `Use at most ${max} characters.`,
    too_small: ({ min }) => `Not less than ${min}.`,
    too_large: ({ max }) => `Not more than ${max}.`,
    out_of_range: ({ min, max }) => `A whole number from ${min} to ${max}.`,
    too_few_items: ({ min }) => `Choose at least ${min}.`,
    too_many_items: ({ max }) => `Choose at most ${max}.`,
    repeated_items: () => 'One of them is there twice.',
    not_a_plain_name: () => 'Leave out line breaks and the signs < and >.',
    not_an_email: () => 'Write an e-mail address, for example awa@shop.example.',
    not_a_phone: () =>
      'Write a phone number that exists with its country code, for example +225 07 00 00 00 00.',
    phone_of_other_country: ({ country }) =>
      `The operator is of another country: it needs a number of ${country}.`,
    url_with_spaces: () => 'Leave out the spaces.',
    not_a_url: () => 'Write a whole address, for example https://shop.example/webhooks.',
    url_with_password: () => 'Leave the user name and the password out of the address.',
    url_with_backslash: () => 'Write the address without backslashes.',
    not_https: () => 'The address has to begin with https://.',
    not_public: () => 'This address cannot be reached from the internet. Give a public one.',
    not_a_color: () => 'Write a colour as #RRGGBB, for example #1D4ED8.',
    not_a_time: () => 'Write a date.',
    not_in_future: () => 'Choose a time in the future.',
    not_a_network: ({ text }) =>
      `“${text}” is not an address or a network. Write it as 203.0.113.7 or 203.0.113.0/24.`,
    not_before_end: () => 'The beginning has to be before the end.',
    only_for_all: () => 'An end can be set only for all events.',
    not_a_cursor: () => 'This page of the list does not exist. Go back to the first page.',
    not_a_country: () => 'Write the two letters of a country, for example CI.',
    not_a_currency: () => 'Write the three letters of a currency, for example XOF.',
    not_an_operator: () => 'We do not know this operator. Choose one of the list.',
    operator_without_currency: ({ currency, currencies }) =>
      `This operator has no ${currency}, only ${currencies}.`,
    operator_pays_not_out: ({ currency }) => `You cannot pay out ${currency} with this operator now.`,
    not_a_number: () => 'Write a number, for example 500.',
    not_positive: () => 'Write an amount above 0.',
    not_whole: ({ currency }) => `Write a whole number: ${currency} has no decimals.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Write a whole number, without decimals.' : `Write at most ${max} decimals.`,
    not_an_amount: () => 'Write an amount, for example 500.',
    currency_missing: () => 'Choose the currency too.',
    more_than_any_payment: () => 'No payment is of so much.',
    less_than_least: () => 'The highest amount has to be above the least one.',
    more_than_left: ({ amount }) => `At most ${amount} can still be given back.`,
    more_than_available: ({ amount }) => `Your balance has ${amount} available.`,
    not_a_percentage: () => 'Write a number from 0 to 100, for example 1.5.',
    not_of_this_payment: () => 'This is not part of this payment. Reload the page.',
    took_no_money: () => 'This try took no money, so there is nothing to give back.',
    proof_missing: () => 'Say where one can see that it was paid.',
    not_paid: () => 'This payment was not paid, so there is nothing to give back.',
    payer_erased: () =>
      'The payer’s data was erased, so nobody knows any more to whom it would go. Give it back another way.',
    refund_under_way: () => 'A refund of this money is still on its way. Wait for its end.',
    nothing_left: () => 'All of this money was given back already.',
    all_or_nothing: () => 'This account can only give back the whole amount.',
    cannot_give_back: () =>
      'The account that took this money cannot give it back. Pay the customer in another way.',
    nobody_asked: () => 'This is settled already: its end is known, or somebody else has said it.',
    end_not_known: () => 'Its end is not known yet. Say whether it was paid.',
    was_paid: () => 'It was paid. It can be refunded, or marked as settled.',
    accounts_for_live_only: () => 'Accounts are for live mode. In test mode the sandbox does it all.',
    not_own_account: ({ account }) => `You have no account ${account}. Reload the page.`,
    account_serves_not: ({ account }) => `“${account}” does not work with this operator. Take it out.`,
    credentials_refused: ({ provider, said }) => `${provider} refuses these settings. It says: ${said}`,
    credentials_not_checked: ({ provider, said }) =>
      `${provider} could not be asked whether they are right (${said}). Try again, or keep them unchecked.`,
    host_not_known: ({ provider, hosts }) =>
      `${provider} is at ${hosts}. Whoever runs this service can open another host with PROVIDER_ALLOWED_HOSTS.`,
    secret_of_other_host: ({ from, to }) =>
      `Type it again: it was saved for ${from}, and these settings lead to ${to}.`,
    credentials_allow_nothing: () => 'With these settings no operator can be used. Ask the provider.',
    tells_no_balance: ({ provider }) => `${provider} does not tell balances.`,
    balance_not_told: ({ provider, said }) => `${provider} could not be asked (${said}).`,
    changed_meanwhile: () => 'Somebody else has changed this in the meantime. Reload the page.',
    endpoint_is_off: () => 'This endpoint is switched off, so nothing is sent to it. Switch it on first.',
    too_many_secrets: ({ max }) =>
      `${max} secrets sign already. Wait until one ends, or end all of them now with 0 hours.`,
    event_of_other_mode: () => 'The event and the endpoint are not of the same mode.',
    wrong_password: () => 'This is not your password.',
    wrong_code: () => 'This code is not right. Look at it again, it changes.',
    password_pattern: () => 'Too easy to guess: it repeats itself or follows the keyboard or the alphabet.',
    password_about_you: () => 'Too easy to guess: it is mostly your name or e-mail address.',
    password_common: () => 'Too easy to guess: it was found in lists of stolen passwords.',
    role_forbids: () => 'Your role does not allow this. An owner or admin can change it.',
    scope_not_yours: ({ scope }) => `Your role cannot give a key the permission “${scope}”.`,
    only_owner: () => 'Only an owner can make owners, or change what they may do.',
    last_owner: () => 'This is the last owner. Make somebody else an owner first.',
    works_here: () => 'This person is in the team already.',
    invitation_gone: () =>
      'This invitation was used or taken back, is older than 7 days, or was made by somebody who may not any more. Ask for a new one.',
    link_gone: () =>
      'This link was used, is older than a day, or was made by somebody who may not any more. Ask for a new one.',
    no_password: () => 'You have no password. Use your passkey.',
    second_factor_needed: () => 'Use your app, your passkey or a recovery code.',
    email_taken: () => 'Somebody of your team has this e-mail address already.',
    second_step_missing: () => 'Set up a second step for yourself first, under Your security.',
    no_second_person: () => 'This payout needs no second person.',
    made_by_you: () => 'You made this payout. Somebody else has to approve it.',
    wanted_by_you: () => 'This is yours. Somebody else has to approve it.',
    not_confirmed: () => 'Somebody else than who let you in has to confirm you before you can approve.',
    not_two_people: ({ until }) =>
      `You and the person who requested this recently gave each other access, directly or through others. You can approve it from ${until} on.`,
    not_two_people_yet: () =>
      'You and the person who requested this gave each other access, directly or through others. Somebody else has to confirm that first.',
    change_decided: () => 'This was decided already, or replaced by another change.',
    sum_below_single: () => 'Write at least the amount of one payout.',
    sum_without_single: () => 'Set the amount of one payout first.',
    decided_already: ({ name, decision }) =>
      `${name} has ${decision === 'approved' ? 'approved' : 'refused'} it already. Nothing was changed by you.`,
    waits_for_nobody: () => 'This waits for nobody any more.',
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
        ? 'Écrivez un nombre, par exemple 500.'
        : 'La forme n’est pas la bonne.',
    wrong_form: () => 'La forme n’est pas la bonne.',
    given_twice: () => 'Indiqué deux fois. Une seule suffit.',
    unreadable_text: () => 'Ce texte contient des signes impossibles à garder. Tapez-le à nouveau.',
    too_short: ({ min }) => `Au moins ${min} caractères.`,
    too_long: ({ max }) => `Au plus ${max} caractères.`,
    too_small: ({ min }) => `Pas moins de ${min}.`,
    too_large: ({ max }) => `Pas plus de ${max}.`,
    out_of_range: ({ min, max }) => `Un nombre entier de ${min} à ${max}.`,
    too_few_items: ({ min }) => `Choisissez-en au moins ${min}.`,
    too_many_items: ({ max }) => `Choisissez-en au plus ${max}.`,
    repeated_items: () => 'L’un d’eux est là deux fois.',
    not_a_plain_name: () => 'Enlevez les retours à la ligne et les signes < et >.',
    not_an_email: () => 'Écrivez une adresse e-mail, par exemple awa@boutique.example.',
    not_a_phone: () =>
      'Écrivez un numéro qui existe, avec l’indicatif du pays, par exemple +225 07 00 00 00 00.',
    phone_of_other_country: ({ country }) =>
      `L’opérateur est d’un autre pays : il faut un numéro du pays ${country}.`,
    url_with_spaces: () => 'Enlevez les espaces.',
    not_a_url: () => 'Écrivez une adresse complète, par exemple https://boutique.example/webhooks.',
    url_with_password: () => 'Enlevez le nom et le mot de passe de l’adresse.',
    url_with_backslash: () => 'Écrivez l’adresse sans barre oblique inverse.',
    not_https: () => 'L’adresse doit commencer par https://.',
    not_public: () => 'Cette adresse n’est pas joignable depuis internet. Donnez une adresse publique.',
    not_a_color: () => 'Écrivez une couleur en #RRGGBB, par exemple #1D4ED8.',
    not_a_time: () => 'Écrivez une date.',
    not_in_future: () => 'Choisissez un moment à venir.',
    not_a_network: ({ text }) =>
      `« ${text} » n’est ni une adresse ni un réseau. Écrivez par exemple 203.0.113.7 ou 203.0.113.0/24.`,
    not_before_end: () => 'Le début doit venir avant la fin.',
    only_for_all: () => 'Une fin n’est possible que pour tous les événements.',
    not_a_cursor: () => 'Cette page de la liste n’existe pas. Revenez à la première page.',
    not_a_country: () => 'Écrivez les deux lettres d’un pays, par exemple CI.',
    not_a_currency: () => 'Écrivez les trois lettres d’une devise, par exemple XOF.',
    not_an_operator: () => 'Opérateur inconnu. Choisissez-en un dans la liste.',
    operator_without_currency: ({ currency, currencies }) =>
      `Cet opérateur n’a pas de ${currency}, seulement ${currencies}.`,
    operator_pays_not_out: ({ currency }) =>
      `Vous ne pouvez pas verser de ${currency} avec cet opérateur pour l’instant.`,
    not_a_number: () => 'Écrivez un nombre, par exemple 500.',
    not_positive: () => 'Écrivez un montant supérieur à 0.',
    not_whole: ({ currency }) => `Écrivez un nombre entier : le ${currency} n’a pas de décimales.`,
    too_many_decimals: ({ max }) =>
      max === 0 ? 'Écrivez un nombre entier, sans décimales.' : `Pas plus de ${max} décimales.`,
    not_an_amount: () => 'Écrivez un montant, par exemple 500.',
    currency_missing: () => 'Choisissez aussi la devise.',
    more_than_any_payment: () => 'Aucun paiement n’est aussi élevé.',
    less_than_least: () => 'Le montant maximal doit dépasser le minimal.',
    more_than_left: ({ amount }) => `On peut encore rendre ${amount} au plus.`,
    more_than_available: ({ amount }) => `Votre solde disponible est de ${amount}.`,
    not_a_percentage: () => 'Écrivez un nombre de 0 à 100, par exemple 1,5.',
    not_of_this_payment: () => 'Ceci ne fait pas partie de ce paiement. Rechargez la page.',
    took_no_money: () => 'Cet essai n’a rien débité : il n’y a rien à rendre.',
    proof_missing: () => 'Dites où l’on voit que c’est payé.',
    not_paid: () => 'Ce paiement n’a pas été payé : il n’y a rien à rendre.',
    payer_erased: () =>
      'Les données du payeur ont été effacées : on ne sait plus à qui rendre. Rendez l’argent autrement.',
    refund_under_way: () => 'Un remboursement de cet argent est encore en route. Attendez qu’il se termine.',
    nothing_left: () => 'Tout cet argent a déjà été rendu.',
    all_or_nothing: () => 'Ce compte ne peut rendre que le montant entier.',
    cannot_give_back: () =>
      'Le compte qui a reçu cet argent ne peut pas le rendre. Payez le client autrement.',
    nobody_asked: () => 'C’est déjà réglé : on connaît la fin, ou quelqu’un d’autre l’a dite.',
    end_not_known: () => 'On n’en connaît pas encore la fin. Dites si c’est payé ou non.',
    was_paid: () => 'C’est payé. On peut rembourser, ou noter que c’est réglé.',
    accounts_for_live_only: () => 'Les comptes servent au mode réel. En mode test, le bac à sable fait tout.',
    not_own_account: ({ account }) => `Vous n’avez pas de compte ${account}. Rechargez la page.`,
    account_serves_not: ({ account }) => `« ${account} » ne sert pas cet opérateur. Retirez-le.`,
    credentials_refused: ({ provider, said }) => `${provider} refuse ces réglages. Sa réponse : ${said}`,
    credentials_not_checked: ({ provider, said }) =>
      `Impossible de demander à ${provider} s’ils sont justes (${said}). Réessayez, ou gardez-les sans vérification.`,
    host_not_known: ({ provider, hosts }) =>
      `${provider} se trouve à ${hosts}. Qui exploite ce service peut ouvrir un autre hôte avec PROVIDER_ALLOWED_HOSTS.`,
    secret_of_other_host: ({ from, to }) =>
      `Saisissez-le à nouveau : il a été enregistré pour ${from}, et ces réglages mènent à ${to}.`,
    credentials_allow_nothing: () =>
      'Avec ces réglages, aucun opérateur ne peut servir. Demandez au prestataire.',
    tells_no_balance: ({ provider }) => `${provider} ne donne pas de solde.`,
    balance_not_told: ({ provider, said }) => `${provider} n’a pas pu être interrogé (${said}).`,
    changed_meanwhile: () => 'Quelqu’un d’autre l’a modifié entre-temps. Rechargez la page.',
    endpoint_is_off: () => 'Ce point d’accès est désactivé : rien ne lui est envoyé. Activez-le d’abord.',
    too_many_secrets: ({ max }) =>
      `${max} secrets signent déjà. Attendez la fin de l’un d’eux, ou arrêtez-les tous avec 0 heure.`,
    event_of_other_mode: () => 'L’événement et le point d’accès ne sont pas du même mode.',
    wrong_password: () => 'Ce n’est pas votre mot de passe.',
    wrong_code: () => 'Ce code n’est pas juste. Regardez-le à nouveau, il change.',
    password_pattern: () => 'Trop facile à deviner : il se répète, ou suit le clavier ou l’alphabet.',
    password_about_you: () => 'Trop facile à deviner : c’est presque votre nom ou votre adresse e-mail.',
    password_common: () => 'Trop facile à deviner : il figure dans des listes de mots de passe volés.',
    role_forbids: () => 'Votre rôle ne le permet pas. Un propriétaire ou administrateur peut le changer.',
    scope_not_yours: ({ scope }) => `Votre rôle ne peut pas donner à une clé la permission « ${scope} ».`,
    only_owner: () => 'Seul un propriétaire peut nommer des propriétaires ou changer leurs droits.',
    last_owner: () => 'C’est le dernier propriétaire. Nommez-en d’abord un autre.',
    works_here: () => 'Cette personne est déjà dans l’équipe.',
    invitation_gone: () =>
      'Cette invitation a servi, a été reprise, a plus de 7 jours, ou a été créée par quelqu’un qui n’en a plus le droit. Demandez-en une nouvelle.',
    link_gone: () =>
      'Ce lien a servi, a plus d’un jour, ou a été créé par quelqu’un qui n’en a plus le droit. Demandez-en un nouveau.',
    no_password: () => 'Vous n’avez pas de mot de passe. Utilisez votre clé d’accès.',
    second_factor_needed: () => 'Utilisez votre application, votre clé d’accès ou un code de secours.',
    email_taken: () => 'Quelqu’un de votre équipe a déjà cette adresse e-mail.',
    second_step_missing: () => 'Activez d’abord une deuxième étape pour vous-même, sous Votre sécurité.',
    no_second_person: () => 'Ce versement ne demande pas de deuxième personne.',
    made_by_you: () => 'Vous avez fait ce versement. Quelqu’un d’autre doit l’approuver.',
    wanted_by_you: () => 'Ceci vient de vous. Quelqu’un d’autre doit l’approuver.',
    not_confirmed: () =>
      'Avant d’approuver, vous devez être confirmé par quelqu’un d’autre que la personne qui vous a fait entrer.',
    not_two_people: ({ until }) =>
      `Vous et la personne qui demande ceci êtes entrés l’un par l’autre il y a peu, directement ou par d’autres. Vous pourrez l’approuver à partir du ${until}.`,
    not_two_people_yet: () =>
      'Vous et la personne qui demande ceci êtes entrés l’un par l’autre, directement ou par d’autres. Quelqu’un d’autre doit d’abord le confirmer.',
    change_decided: () => 'C’est déjà décidé, ou remplacé par une autre demande.',
    sum_below_single: () => 'Indiquez au moins le montant d’un versement.',
    sum_without_single: () => 'Fixez d’abord le montant d’un versement.',
    decided_already: ({ name, decision }) =>
      `${name} l’a déjà ${decision === 'approved' ? 'approuvé' : 'refusé'}. Vous n’avez rien changé.`,
    waits_for_nobody: () => 'Ceci n’attend plus personne.',
  },
});
