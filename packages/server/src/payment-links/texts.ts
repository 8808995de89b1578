import type { AmountProblem, AnswerProblem, LinkRefusal } from '@guichet/core/serving';
import type { Language } from '../checkout-page/page.ts';
import { isolate } from '../checkout-page/texts/isolate.ts';
import { texts as page_texts } from '../checkout-page/texts/texts.ts';

interface Notice {
  readonly title: string;
  readonly sentence: string;
}

/** The words of a payment link's page in one language. */
export interface LinkTexts {
  readonly pay: (amount: string | null) => string;
  readonly give: (amount: string | null) => string;
  readonly next: string;
  readonly until: (when: string) => string;
  readonly any_amount: string;
  readonly amount: string;
  readonly part: string;
  readonly suggested: string;
  readonly between: (min: string, max: string) => string;
  readonly at_least: (min: string) => string;
  readonly paid: (amount: string) => string;
  readonly due: (amount: string) => string;
  readonly bill: string;
  readonly optional: string;
  readonly choose: string;
  readonly price_changed: (amount: string) => string;
  readonly amount_problems: (min: string, max: string) => Readonly<Record<AmountProblem, string>>;
  readonly answer_problems: Readonly<Record<AnswerProblem, string>>;
  readonly refusals: (shop: string) => Readonly<Record<LinkRefusal, Notice>>;
  readonly not_found: Notice;
}

const en: LinkTexts = {
  pay: (amount) => (amount === null ? 'Pay' : `Pay ${amount}`),
  give: (amount) => (amount === null ? 'Give' : `Give ${amount}`),
  next: 'Next, you choose how to pay.',
  until: (when) => `Until ${when}`,
  any_amount: 'An amount of your choice',
  amount: 'Amount',
  part: 'Amount to pay now',
  suggested: 'One touch is enough',
  between: (min, max) => `from ${min} to ${max}`,
  at_least: (min) => `at least ${min}`,
  paid: (amount) => `${amount} paid so far`,
  due: (amount) => `Still due: ${amount}`,
  bill: 'To pay in one or several payments',
  optional: 'optional',
  choose: 'Choose',
  price_changed: (amount) => `The price has changed since you opened this page. It is now ${amount}.`,
  amount_problems: (min, max) => ({
    empty: 'Enter an amount.',
    not_an_amount: 'Enter an amount in figures.',
    too_many_decimals: 'This amount has too many decimals.',
    too_low: `The amount must be at least ${min}.`,
    too_high: `The amount must be at most ${max}.`,
  }),
  answer_problems: {
    missing: 'This answer is needed.',
    too_long: 'This answer is too long: at most 200 characters.',
    invalid: 'This answer is not valid. Check it.',
  },
  refusals: (shop) => ({
    paused: {
      title: 'This link is paused',
      sentence: `Nothing can be paid here at the moment. Ask ${shop} when it opens again.`,
    },
    ended: {
      title: 'This link has ended',
      sentence: `Nothing more can be paid here. Ask ${shop} for another.`,
    },
    expired: {
      title: 'This link has expired',
      sentence: `Nothing more can be paid here. Ask ${shop} for another.`,
    },
    sold_out: {
      title: 'Sold out',
      sentence:
        'Everything is sold or being paid at the moment. If a payment fails, a place becomes free: look again later.',
    },
    paid: {
      title: 'Already paid',
      sentence: 'This is paid, or being paid at the moment. Do not pay again.',
    },
  }),
  not_found: {
    title: 'No such payment link',
    sentence:
      'Nothing has this address. Check that you copied all of it, or ask the seller for the link again.',
  },
};

const fr: LinkTexts = {
  pay: (amount) => (amount === null ? 'Payer' : `Payer ${amount}`),
  give: (amount) => (amount === null ? 'Donner' : `Donner ${amount}`),
  next: 'Ensuite, vous choisissez comment payer.',
  until: (when) => `Jusqu’au ${when}`,
  any_amount: 'Le montant de votre choix',
  amount: 'Montant',
  part: 'Montant à payer maintenant',
  suggested: 'Une touche suffit',
  between: (min, max) => `de ${min} à ${max}`,
  at_least: (min) => `au moins ${min}`,
  paid: (amount) => `${amount} déjà payés`,
  due: (amount) => `Reste à payer\u00a0: ${amount}`,
  bill: 'À payer en une ou plusieurs fois',
  optional: 'facultatif',
  choose: 'Choisissez',
  price_changed: (amount) =>
    `Le prix a changé depuis que vous avez ouvert cette page. C’est maintenant ${amount}.`,
  amount_problems: (min, max) => ({
    empty: 'Tapez un montant.',
    not_an_amount: 'Tapez un montant en chiffres.',
    too_many_decimals: 'Ce montant a trop de décimales.',
    too_low: `Le montant doit être d’au moins ${min}.`,
    too_high: `Le montant doit être d’au plus ${max}.`,
  }),
  answer_problems: {
    missing: 'Cette réponse est nécessaire.',
    too_long: 'Cette réponse est trop longue\u00a0: 200 caractères au plus.',
    invalid: 'Cette réponse n’est pas valable. Vérifiez-la.',
  },
  refusals: (shop) => ({
    paused: {
      title: 'Ce lien est en pause',
      sentence: `Rien ne peut être payé ici pour le moment. Demandez à ${shop} quand il rouvre.`,
    },
    ended: {
      title: 'Ce lien est terminé',
      sentence: `Plus rien ne peut être payé ici. Demandez un autre lien à ${shop}.`,
    },
    expired: {
      title: 'Ce lien a expiré',
      sentence: `Plus rien ne peut être payé ici. Demandez un autre lien à ${shop}.`,
    },
    sold_out: {
      title: 'Tout est vendu',
      sentence:
        'Tout est vendu ou en cours de paiement. Si un paiement échoue, une place se libère\u00a0: revenez plus tard.',
    },
    paid: {
      title: 'Déjà payé',
      sentence: 'C’est payé, ou en cours de paiement. Ne payez pas une deuxième fois.',
    },
  }),
  not_found: {
    title: 'Ce lien de paiement n’existe pas',
    sentence:
      'Rien n’a cette adresse. Vérifiez que vous l’avez copiée en entier, ou redemandez le lien au vendeur.',
  },
};

const sw: LinkTexts = {
  pay: (amount) => (amount === null ? 'Lipa' : `Lipa ${amount}`),
  give: (amount) => (amount === null ? 'Changia' : `Changia ${amount}`),
  next: 'Kisha utachagua jinsi ya kulipa.',
  until: (when) => `Hadi ${when}`,
  any_amount: 'Kiasi unachotaka',
  amount: 'Kiasi',
  part: 'Kiasi cha kulipa sasa',
  suggested: 'Gusa mara moja tu',
  between: (min, max) => `kutoka ${min} hadi ${max}`,
  at_least: (min) => `angalau ${min}`,
  paid: (amount) => `${amount} zimelipwa tayari`,
  due: (amount) => `Kiasi kilichobaki: ${amount}`,
  bill: 'Kulipa mara moja au kwa awamu',
  optional: 'si lazima',
  choose: 'Chagua',
  price_changed: (amount) => `Bei imebadilika tangu ulipofungua ukurasa huu. Sasa ni ${amount}.`,
  amount_problems: (min, max) => ({
    empty: 'Andika kiasi.',
    not_an_amount: 'Andika kiasi kwa tarakimu.',
    too_many_decimals: 'Kiasi hiki kina desimali nyingi mno.',
    too_low: `Kiasi lazima kiwe angalau ${min}.`,
    too_high: `Kiasi kisizidi ${max}.`,
  }),
  answer_problems: {
    missing: 'Jibu hili linahitajika.',
    too_long: 'Jibu hili ni refu mno: herufi 200 tu.',
    invalid: 'Jibu hili si sahihi. Liangalie tena.',
  },
  refusals: (shop) => ({
    paused: {
      title: 'Kiungo hiki kimesimamishwa',
      sentence: `Hakuna kinachoweza kulipwa hapa kwa sasa. Muulize ${shop} kitafunguliwa lini.`,
    },
    ended: {
      title: 'Kiungo hiki kimefungwa',
      sentence: `Hakuna kinachoweza kulipwa hapa tena. Mwombe ${shop} kiungo kingine.`,
    },
    expired: {
      title: 'Muda wa kiungo hiki umeisha',
      sentence: `Hakuna kinachoweza kulipwa hapa tena. Mwombe ${shop} kiungo kingine.`,
    },
    sold_out: {
      title: 'Zimeisha zote',
      sentence:
        'Zote zimeuzwa au zinalipiwa sasa. Malipo yakishindwa, nafasi inapatikana: angalia tena baadaye.',
    },
    paid: { title: 'Imeshalipwa', sentence: 'Hii imelipwa, au inalipwa sasa. Usilipe tena.' },
  }),
  not_found: {
    title: 'Kiungo hiki cha malipo hakipo',
    sentence: 'Hakuna kitu kwenye anwani hii. Hakikisha umeinakili yote, au mwombe muuzaji kiungo tena.',
  },
};

const pt: LinkTexts = {
  pay: (amount) => (amount === null ? 'Pagar' : `Pagar ${amount}`),
  give: (amount) => (amount === null ? 'Doar' : `Doar ${amount}`),
  next: 'A seguir, escolhe como pagar.',
  until: (when) => `Até ${when}`,
  any_amount: 'O valor que quiser',
  amount: 'Valor',
  part: 'Valor a pagar agora',
  suggested: 'Basta um toque',
  between: (min, max) => `de ${min} a ${max}`,
  at_least: (min) => `pelo menos ${min}`,
  paid: (amount) => `${amount} já pagos`,
  due: (amount) => `Falta pagar: ${amount}`,
  bill: 'A pagar de uma ou mais vezes',
  optional: 'facultativo',
  choose: 'Escolha',
  price_changed: (amount) => `O preço mudou desde que abriu esta página. Agora é ${amount}.`,
  amount_problems: (min, max) => ({
    empty: 'Escreva um valor.',
    not_an_amount: 'Escreva o valor em algarismos.',
    too_many_decimals: 'Este valor tem demasiadas casas decimais.',
    too_low: `O valor tem de ser pelo menos ${min}.`,
    too_high: `O valor não pode passar de ${max}.`,
  }),
  answer_problems: {
    missing: 'Esta resposta é necessária.',
    too_long: 'Esta resposta é demasiado longa: no máximo 200 caracteres.',
    invalid: 'Esta resposta não é válida. Verifique-a.',
  },
  refusals: (shop) => ({
    paused: {
      title: 'Este link está em pausa',
      sentence: `Nada pode ser pago aqui neste momento. Pergunte a ${shop} quando reabre.`,
    },
    ended: {
      title: 'Este link terminou',
      sentence: `Já nada pode ser pago aqui. Peça outro link a ${shop}.`,
    },
    expired: {
      title: 'Este link expirou',
      sentence: `Já nada pode ser pago aqui. Peça outro link a ${shop}.`,
    },
    sold_out: {
      title: 'Esgotado',
      sentence:
        'Tudo está vendido ou a ser pago. Se um pagamento falhar, fica um lugar livre: volte mais tarde.',
    },
    paid: {
      title: 'Já está pago',
      sentence: 'Isto está pago, ou a ser pago neste momento. Não pague outra vez.',
    },
  }),
  not_found: {
    title: 'Este link de pagamento não existe',
    sentence: 'Nada tem este endereço. Verifique se o copiou todo, ou peça o link outra vez ao vendedor.',
  },
};

const ar: LinkTexts = {
  pay: (amount) => (amount === null ? 'ادفع' : `ادفع ${amount}`),
  give: (amount) => (amount === null ? 'تبرّع' : `تبرّع بمبلغ ${amount}`),
  next: 'بعد ذلك تختار طريقة الدفع.',
  until: (when) => `حتى ${when}`,
  any_amount: 'المبلغ الذي تختاره',
  amount: 'المبلغ',
  part: 'المبلغ الذي ستدفعه الآن',
  suggested: 'لمسة واحدة تكفي',
  between: (min, max) => `من ${min} إلى ${max}`,
  at_least: (min) => `${min} على الأقل`,
  paid: (amount) => `دُفع حتى الآن ${amount}`,
  due: (amount) => `المتبقي: ${amount}`,
  bill: 'للدفع مرة واحدة أو على دفعات',
  optional: 'اختياري',
  choose: 'اختر',
  price_changed: (amount) => `تغيّر السعر منذ فتحت هذه الصفحة. هو الآن ${amount}.`,
  amount_problems: (min, max) => ({
    empty: 'اكتب المبلغ.',
    not_an_amount: 'اكتب المبلغ بالأرقام.',
    too_many_decimals: 'في هذا المبلغ كسور أكثر من المسموح.',
    too_low: `يجب ألا يقل المبلغ عن ${min}.`,
    too_high: `يجب ألا يزيد المبلغ على ${max}.`,
  }),
  answer_problems: {
    missing: 'هذه الإجابة مطلوبة.',
    too_long: 'هذه الإجابة طويلة جدًا: 200 حرف كحد أقصى.',
    invalid: 'هذه الإجابة غير صحيحة. تحقق منها.',
  },
  refusals: (shop) => ({
    paused: { title: 'هذا الرابط متوقف مؤقتًا', sentence: `لا يمكن الدفع هنا الآن. اسأل ${shop} متى يعود.` },
    ended: { title: 'انتهى هذا الرابط', sentence: `لم يعد الدفع هنا ممكنًا. اطلب من ${shop} رابطًا آخر.` },
    expired: {
      title: 'انتهت مدة هذا الرابط',
      sentence: `لم يعد الدفع هنا ممكنًا. اطلب من ${shop} رابطًا آخر.`,
    },
    sold_out: {
      title: 'نفدت الكمية',
      sentence: 'بيع كل شيء أو هو قيد الدفع الآن. إذا فشلت عملية دفع يتوفر مكان: عد لاحقًا.',
    },
    paid: { title: 'تم الدفع من قبل', sentence: 'هذا مدفوع أو قيد الدفع الآن. لا تدفع مرة أخرى.' },
  }),
  not_found: {
    title: 'رابط الدفع هذا غير موجود',
    sentence: 'لا يوجد شيء بهذا العنوان. تأكد من نسخه كاملًا، أو اطلب الرابط من البائع مرة أخرى.',
  },
};

export const link_texts: Readonly<Record<Language, LinkTexts>> = { en, fr, sw, pt, ar };

const refusals: readonly LinkRefusal[] = ['paused', 'ended', 'expired', 'sold_out', 'paid'];

/**
 * The words for a refused payment link.
 *
 * @param code of the problem: `link_sold_out` and the like; any other means that the link has ended
 * @param shop the merchant's name
 */
export function refusalNotice(code: string | undefined, shop: string, language: Language): Notice {
  const reason = refusals.find((one) => code === `link_${one}`) ?? 'ended';
  const isMirrored = page_texts[language].direction === 'rtl';
  return link_texts[language].refusals(isMirrored ? isolate(shop) : shop)[reason];
}
