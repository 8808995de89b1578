import type { StaffLanguage } from '../../../operator-calls/failures/sentences.ts';
import type { Finding, FindingValues } from './findings.ts';

type Words = { readonly [Code in keyof FindingValues]: (values: FindingValues[Code]) => string };

/** The messages for staff about each finding: the error, and how to fix it. */
const words: Readonly<Record<StaffLanguage, Words>> = {
  en: {
    not_text: () => 'This is not a CSV text file. In your spreadsheet choose “Save as”, then “CSV UTF-8”.',
    no_lines: () => 'The file has no payouts. Write one on each line below the heading.',
    too_many_lines: ({ max }) => `The file has more than ${max} lines. Split it into several files.`,
    line_too_long: ({ max }) => `The line has more than ${max} characters. Check the separators and quotes.`,
    quote_not_closed: () => 'A quote (") opens here and is never closed. Close it or remove it.',
    after_quote: ({ found }) =>
      `“${found}” follows a closing quote. To use a quote inside a text, double it ("").`,
    column_missing: ({ name_en }) =>
      `The column “${name_en}” is missing. The first line names the columns; the template shows how.`,
    column_twice: ({ title }) => `The column “${title}” means the same as another column. Keep only one.`,
    currency_without_balance: ({ currency }) =>
      `There is no money in ${currency}. Remove these lines, or wait until there is some.`,
    balance_too_small: ({ currency, total, available, missing }) =>
      `The lines in ${currency} total ${total}, but only ${available} is available: ${missing} short.`,
    too_many_cells: ({ found, expected }) =>
      `The line has ${found} cells, but the heading has ${expected}. Put text that contains the separator in quotes.`,
    empty: () => 'The cell is empty. Fill it in.',
    too_long: ({ max }) => `The text is too long. Shorten it to ${max} characters.`,
    amount_unreadable: ({ found }) =>
      `“${found}” is not an amount. Write digits only, such as 25000, or with decimals 12.50.`,
    amount_ambiguous: ({ found, whole, fraction }) =>
      `“${found}” can be read in two ways. Write ${whole} or ${fraction}.`,
    too_many_decimals: ({ found, max }) =>
      max === 0
        ? `“${found}” has decimals. Write a whole number.`
        : `“${found}” has too many decimals. Use at most ${max}.`,
    too_small: ({ found, min }) => `“${found}” is too small. The minimum is ${min}.`,
    too_large: ({ found, max }) => `“${found}” is too large for one payout. The maximum is ${max}.`,
    not_a_currency: ({ found }) => `“${found}” is not a currency. Use its three-letter code, such as XOF.`,
    not_a_phone: ({ found }) =>
      `“${found}” is not a phone number. Write it with the country code, such as +2250504030201, in a cell formatted as text.`,
    not_an_operator: ({ found }) =>
      `No operator is called “${found}”. Write its code, such as mtn_ci, or leave the cell empty.`,
    payouts_not_supported: ({ found, currency }) =>
      `Payouts in ${currency} are not possible with ${found}: no enabled account supports them, or the operator is off under Settings, Operators. Choose another operator, or change that.`,
    operator_not_known: ({ choices }) =>
      `The operator cannot be determined from the number. Enter it: ${choices}.`,
    phone_of_other_country: ({ operator, country }) =>
      `The number is not from the country of ${operator} (${country}). Correct the number or the operator.`,
    reference_twice: ({ found, first }) => `The reference “${found}” is already used on line ${first}.`,
    column_not_used: ({ title }) => `The column “${title}” is not used.`,
    same_payout: ({ first }) => `The same number gets the same amount on line ${first}.`,
    number_of_other_operator: ({ operator, likely }) =>
      `Judging by its first digits, the number belongs to ${likely}, not to ${operator}.`,
    below_operator_limit: ({ operator, min }) => `${operator} may refuse it: its minimum is ${min}.`,
    above_operator_limit: ({ operator, max }) => `${operator} may refuse it: its maximum is ${max}.`,
  },
  fr: {
    not_text: () =>
      'Ce n’est pas un fichier texte CSV. Dans votre tableur, choisissez « Enregistrer sous », puis « CSV UTF-8 ».',
    no_lines: () => 'Le fichier ne contient aucun versement. Écrivez-en un par ligne, sous les titres.',
    too_many_lines: ({ max }) => `Le fichier a plus de ${max} lignes. Partagez-le en plusieurs fichiers.`,
    line_too_long: ({ max }) =>
      `La ligne a plus de ${max} caractères. Vérifiez les séparateurs et les guillemets.`,
    quote_not_closed: () => 'Un guillemet (") s’ouvre ici et ne se ferme jamais. Fermez-le ou enlevez-le.',
    after_quote: ({ found }) =>
      `« ${found} » suit un guillemet fermant. Dans un texte, écrivez le guillemet deux fois ("").`,
    column_missing: ({ name_fr }) =>
      `La colonne « ${name_fr} » manque. La première ligne nomme les colonnes ; le modèle montre comment.`,
    column_twice: ({ title }) =>
      `La colonne « ${title} » dit la même chose qu’une autre. Gardez-en une seule.`,
    currency_without_balance: ({ currency }) =>
      `Il n’y a pas d’argent en ${currency}. Enlevez ces lignes, ou attendez qu’il y en ait.`,
    balance_too_small: ({ currency, total, available, missing }) =>
      `Les lignes en ${currency} font ${total} au total, et ${available} sont disponibles : il manque ${missing}.`,
    too_many_cells: ({ found, expected }) =>
      `La ligne a ${found} cellules, les titres ${expected}. Mettez entre guillemets un texte qui contient le séparateur.`,
    empty: () => 'La cellule est vide. Remplissez-la.',
    too_long: ({ max }) => `Le texte est trop long. Limitez-le à ${max} caractères.`,
    amount_unreadable: ({ found }) =>
      `« ${found} » n’est pas un montant. Écrivez seulement des chiffres, comme 25000, ou avec décimales 12,50.`,
    amount_ambiguous: ({ found, whole, fraction }) =>
      `« ${found} » peut se lire de deux façons. Écrivez ${whole} ou ${fraction.replace('.', ',')}.`,
    too_many_decimals: ({ found, max }) =>
      max === 0
        ? `« ${found} » a des décimales. Écrivez un nombre entier.`
        : `« ${found} » a trop de décimales. ${max} au plus.`,
    too_small: ({ found, min }) => `« ${found} » est trop peu. Le minimum est ${min}.`,
    too_large: ({ found, max }) => `« ${found} » est trop pour un seul versement. Le maximum est ${max}.`,
    not_a_currency: ({ found }) => `« ${found} » n’est pas une devise. Écrivez ses trois lettres, comme XOF.`,
    not_a_phone: ({ found }) =>
      `« ${found} » n’est pas un numéro de téléphone. Écrivez-le avec l’indicatif du pays, comme +2250504030201, dans une cellule au format texte.`,
    not_an_operator: ({ found }) =>
      `Aucun opérateur ne s’appelle « ${found} ». Écrivez son code, comme mtn_ci, ou laissez la cellule vide.`,
    payouts_not_supported: ({ found, currency }) =>
      `Rien ne peut être versé en ${currency} par ${found} : aucun compte actif ne le permet, ou l’opérateur est désactivé sous Réglages, Opérateurs. Choisissez un autre opérateur, ou changez cela.`,
    operator_not_known: ({ choices }) =>
      `Le numéro ne dit pas à qui il est. Écrivez l’opérateur : ${choices}.`,
    phone_of_other_country: ({ operator, country }) =>
      `Le numéro n’est pas du pays de ${operator} (${country}). Corrigez le numéro ou l’opérateur.`,
    reference_twice: ({ found, first }) => `La référence « ${found} » est déjà à la ligne ${first}.`,
    column_not_used: ({ title }) => `La colonne « ${title} » n’est pas utilisée.`,
    same_payout: ({ first }) => `Le même numéro reçoit le même montant à la ligne ${first}.`,
    number_of_other_operator: ({ operator, likely }) =>
      `D’après ses premiers chiffres, le numéro est de ${likely}, pas de ${operator}.`,
    below_operator_limit: ({ operator, min }) => `${operator} peut le refuser : son minimum est de ${min}.`,
    above_operator_limit: ({ operator, max }) => `${operator} peut le refuser : son maximum est de ${max}.`,
  },
};

/** Returns the message for a finding. */
export function sayFinding(
  language: StaffLanguage,
  { code, details }: Pick<Finding, 'code' | 'details'>,
): string {
  // A finding always has the values for its code, see `wrong` and `doubtful`.
  const say = words[language][code] as (values: Finding['details']) => string;
  return say(details);
}
