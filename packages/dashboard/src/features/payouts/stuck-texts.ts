import { defineTexts } from '../../language/define-texts.ts';

/** The texts about a payout that needs review. */
export const stuck_texts = defineTexts({
  en: {
    title: 'This payout needs review',
    unknown:
      'We could not find out from the operator whether it paid. Check its statement or contact the operator, then record the outcome here.',
    cannot_send:
      'This payout has not been sent, because the account can no longer pay out: a setting that it needs (a key, a PIN, an initiator) is missing. The amount stays reserved. If you restore the setting, the payout is sent within minutes. If you would rather pay the recipient another way, record here first that this payout is not paid.',
    failed_after_success:
      'The operator had confirmed this payout and now reports that it failed. We are checking its status again. If this notice stays, check the operator’s statement: if the money was returned to your account there, record that here; if not, record that it is settled.',
    paid_after_reversal:
      'The operator had reversed this payout and now reports it as paid again. Check its statement, then record the outcome here.',
    reversed_in_part:
      'The operator has reversed an amount other than the amount paid. Check its statement, then record the outcome here.',
    accepted_after_failure:
      'The operator had refused this payout and now reports that it is in progress. We are checking its status again. Do not pay the recipient again in the meantime. If this notice stays, check the operator’s statement, then record the outcome here.',
    paid_after_failure:
      'The operator had refused this payout and paid it after all. If you have paid the recipient again since, they have the money twice. Record that it is settled, or that the operator returned the money.',
    mismatch: (moved: string, asked: string) =>
      `The operator reports that it paid ${moved} instead of ${asked}. Find out what happened, then record the outcome here.`,
    reserved: 'The amount stays reserved until then. Do not pay again before you know the outcome.',
    given_back:
      'The amount was returned to your balance. If it was paid after all, record that: the amount is then deducted again.',
    ask_with: 'Reference to give the operator:',
    reference: 'Reference for the operator',
    not_you: 'An owner, an admin or a finance member can resolve it.',
    resolve: 'Resolve',
    verdicts: {
      paid: 'Paid: the recipient has the money',
      not_paid: 'Not paid, and will not be: return the amount to the balance',
      reversed: 'Returned: the operator returned all of it; return the amount to the balance',
      settled: 'Settled: nothing is open',
    },
    record_reversal: 'Record a return',
    person: {
      settled: 'Paid, resolved manually',
      refused: 'Not paid, resolved manually; amount returned to the balance',
      reversed: 'Returned, resolved manually; amount returned to the balance',
    },
    said: (name: string, verdict: string) => `${name}: ${verdict}`,
    proof: (proof: string) => `Evidence: ${proof}`,
  },
  fr: {
    title: 'Ce versement est à vérifier',
    unknown:
      'Il n’a pas été possible de savoir de l’opérateur s’il a payé. Consultez son relevé ou contactez-le, puis indiquez ici l’issue.',
    cannot_send:
      'Ce versement n’a pas été envoyé, car le compte ne peut plus verser : un réglage nécessaire (une clé, un PIN, un initiateur) manque. Le montant reste réservé. Si vous rétablissez ce réglage, le versement part dans les minutes qui suivent. Si vous préférez payer le bénéficiaire autrement, indiquez d’abord ici que ce versement n’est pas payé.',
    failed_after_success:
      'L’opérateur avait confirmé ce versement et indique maintenant qu’il a échoué. Il est interrogé à nouveau. Si cet avis reste, consultez son relevé : si l’argent est revenu sur votre compte chez lui, indiquez-le ici ; sinon, indiquez que c’est réglé.',
    paid_after_reversal:
      'L’opérateur avait retourné ce versement et indique maintenant qu’il est de nouveau payé. Consultez son relevé, puis indiquez ici l’issue.',
    reversed_in_part:
      'L’opérateur a retourné un autre montant que celui versé. Consultez son relevé, puis indiquez ici l’issue.',
    accepted_after_failure:
      'L’opérateur avait refusé ce versement et indique depuis qu’il le traite. Il est interrogé à nouveau. Ne payez pas le bénéficiaire une seconde fois entre-temps. Si cet avis reste, consultez son relevé, puis indiquez ici l’issue.',
    paid_after_failure:
      'L’opérateur avait refusé ce versement et l’a payé malgré tout. Si vous avez payé le bénéficiaire une seconde fois depuis, il a l’argent deux fois. Indiquez que c’est réglé, ou que l’opérateur a retourné l’argent.',
    mismatch: (moved, asked) =>
      `L’opérateur indique avoir versé ${moved}, et non ${asked}. Cherchez ce qui s’est passé, puis indiquez ici l’issue.`,
    reserved: 'Le montant reste réservé d’ici là. Ne payez pas à nouveau avant de connaître l’issue.',
    given_back:
      'Le montant a été restitué à votre solde. S’il a été versé malgré tout, indiquez-le : il sera de nouveau prélevé.',
    ask_with: 'Référence à donner à l’opérateur :',
    reference: 'Référence pour l’opérateur',
    not_you: 'Un propriétaire, un administrateur ou la finance peut le résoudre.',
    resolve: 'Résoudre',
    verdicts: {
      paid: 'Versé : le bénéficiaire a l’argent',
      not_paid: 'Pas versé, et ne le sera pas : restituer le montant au solde',
      reversed: 'Retourné : l’opérateur a tout rendu ; restituer le montant au solde',
      settled: 'Réglé : plus rien n’est en suspens',
    },
    record_reversal: 'Signaler un retour',
    person: {
      settled: 'Versé, résolu manuellement',
      refused: 'Pas versé, résolu manuellement ; montant restitué au solde',
      reversed: 'Retourné, résolu manuellement ; montant restitué au solde',
    },
    said: (name, verdict) => `${name} : ${verdict}`,
    proof: (proof) => `Justificatif : ${proof}`,
  },
});
