import { defineTexts } from '../../language/define-texts.ts';

/** Texts for changes that weaken the payout rule, and await approval. */
export const change_texts = defineTexts({
  en: {
    rule_title: (currency: string) => `Less strict rule for payouts in ${currency}`,
    approver_title: (name: string) => `${name} as a payout approver`,
    wanted: (who: string) => `Requested by ${who}.`,
    no_limit: 'One person may pay out any amount.',
    limits: (single: string, day: string, recipient: string) =>
      `One person may pay out ${single} at once, ${day} within 24 hours, ${recipient} to one recipient.`,
    way: {
      invited: 'They were invited.',
      raised: 'They were given a role that can approve.',
      password_link: 'They were given a password reset link.',
    },
    until_then: 'It takes effect once a second person agrees.',
    alone: 'Nobody else can decide. It takes effect on',
    approve: 'Approve',
    refuse: 'Refuse',
    take_back: 'Withdraw',
    approve_rule: 'The new rule applies at once.',
    approve_approver: 'Their approval counts from now on. Make sure you know who they are.',
    refuse_rule: 'The rule does not change.',
    refuse_approver: 'They keep their role, but their approval does not count.',
  },
  fr: {
    rule_title: (currency) => `Règle plus souple pour les versements en ${currency}`,
    approver_title: (name) => `${name} pourra approuver des versements`,
    wanted: (who) => `Demandé par ${who}.`,
    no_limit: 'Une seule personne pourra verser n’importe quel montant.',
    limits: (single, day, recipient) =>
      `Une seule personne pourra verser ${single} en une fois, ${day} en 24 heures, ${recipient} à un même bénéficiaire.`,
    way: {
      invited: 'Cette personne a été invitée.',
      raised: 'Cette personne a reçu un rôle qui permet d’approuver.',
      password_link: 'Cette personne a reçu un lien de réinitialisation du mot de passe.',
    },
    until_then: 'Cela prend effet dès qu’une deuxième personne est d’accord.',
    alone: 'Personne d’autre ne peut en décider. Cela prend effet le',
    approve: 'Approuver',
    refuse: 'Refuser',
    take_back: 'Retirer',
    approve_rule: 'La nouvelle règle s’applique aussitôt.',
    approve_approver: 'Son accord compte désormais. Assurez-vous de savoir de qui il s’agit.',
    refuse_rule: 'La règle ne change pas.',
    refuse_approver: 'Cette personne garde son rôle, mais son accord ne compte pas.',
  },
});
