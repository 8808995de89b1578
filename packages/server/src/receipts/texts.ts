import type { Language } from '../checkout-page/page.ts';

/** The words of receipts and of their verification in one language. */
export interface ReceiptTexts {
  readonly receipt: string;
  readonly paid_to: (shop: string) => string;
  readonly for_what: string;
  readonly fee_within: string;
  readonly total: string;
  readonly operator: string;
  readonly number: string;
  readonly operator_receipt: string;
  readonly paid_at: string;
  readonly reference: string;
  readonly refunded: (amount: string, when: string) => string;
  readonly refunded_whole: (when: string) => string;
  readonly reversed: (when: string) => string;
  readonly collected: (when: string) => string;
  readonly test: string;
  readonly scan: string;
  readonly check: string;
  readonly send_by: string;
  readonly message: (parts: {
    readonly amount: string;
    readonly shop: string;
    readonly when: string;
    readonly reference: string;
    readonly url: string;
  }) => string;
  readonly not_found: { readonly title: string; readonly sentence: string };
  readonly verify: {
    readonly title: string;
    readonly intro: string;
    readonly field: string;
    readonly submit: string;
    /** `{amount}`, `{shop}` and `{when}` are replaced. */
    readonly genuine: string;
    readonly forged: string;
    readonly forged_hint: string;
    readonly unknown_key: string;
    readonly offline: string;
    readonly states: Readonly<
      Record<'paid' | 'partly_refunded' | 'refunded' | 'reversed' | 'unknown', string>
    >;
    /** `{when}` is replaced. */
    readonly collected: string;
    readonly test: string;
  };
}

const en: ReceiptTexts = {
  receipt: 'Receipt',
  paid_to: (shop) => `Paid to ${shop}`,
  for_what: 'For',
  fee_within: 'Fee, included',
  total: 'Paid',
  operator: 'Paid with',
  number: 'Number',
  operator_receipt: 'Operator’s number',
  paid_at: 'Paid on',
  reference: 'Reference',
  refunded: (amount, when) => `${amount} was refunded, last on ${when}.`,
  refunded_whole: (when) => `Refunded in full on ${when}. This receipt buys nothing any more.`,
  reversed: (when) => `The operator took this payment back on ${when}. This receipt buys nothing any more.`,
  collected: (when) => `Handed over on ${when}.`,
  test: 'Test receipt: no money moved',
  scan: 'Scan to check that this receipt is genuine',
  check: 'Check it here',
  send_by: 'Send',
  message: ({ amount, shop, when, reference, url }) =>
    `Receipt: ${amount} paid to ${shop} on ${when}. Reference ${reference}. ${url}`,
  not_found: {
    title: 'No such receipt',
    sentence:
      'No paid payment has this number. Check that you copied all of it. A payment that is not finished has no receipt yet.',
  },
  verify: {
    title: 'Check a receipt',
    intro: 'Scan the code on the receipt with your phone’s camera, or paste the receipt’s code here.',
    field: 'Code of the receipt',
    submit: 'Check',
    genuine: 'Genuine: {amount} to {shop} on {when}',
    forged: 'Not genuine',
    forged_hint: 'This service did not make this code, or it was changed. Hand nothing over for it.',
    unknown_key: 'This page is too old to check this receipt. Open it again with a connection.',
    offline: 'Checked without a connection: it may have been refunded or used since.',
    states: {
      paid: 'Paid, and not refunded',
      partly_refunded: 'Part of it was refunded',
      refunded: 'Refunded in full: hand nothing over',
      reversed: 'Taken back by the operator: hand nothing over',
      unknown: 'The service does not know this payment. Ask the shop before you hand anything over.',
    },
    collected: 'Already handed over on {when}',
    test: 'Test receipt: no money moved',
  },
};

const fr: ReceiptTexts = {
  receipt: 'Reçu',
  paid_to: (shop) => `Payé à ${shop}`,
  for_what: 'Objet',
  fee_within: 'Frais compris',
  total: 'Payé',
  operator: 'Payé avec',
  number: 'Numéro',
  operator_receipt: 'N° de l’opérateur',
  paid_at: 'Payé le',
  reference: 'Référence',
  refunded: (amount, when) => `${amount} remboursés, en dernier le ${when}.`,
  refunded_whole: (when) => `Entièrement remboursé le ${when}. Ce reçu ne vaut plus rien.`,
  reversed: (when) => `L’opérateur a repris ce paiement le ${when}. Ce reçu ne vaut plus rien.`,
  collected: (when) => `Remis le ${when}.`,
  test: 'Reçu de test : aucun argent n’a été déplacé',
  scan: 'Scannez pour vérifier que ce reçu est authentique',
  check: 'Le vérifier ici',
  send_by: 'Envoyer',
  message: ({ amount, shop, when, reference, url }) =>
    `Reçu : ${amount} payés à ${shop} le ${when}. Référence ${reference}. ${url}`,
  not_found: {
    title: 'Reçu introuvable',
    sentence:
      'Aucun paiement réglé ne porte ce numéro. Vérifiez que vous l’avez copié en entier. Un paiement inachevé n’a pas encore de reçu.',
  },
  verify: {
    title: 'Vérifier un reçu',
    intro: 'Scannez le code du reçu avec l’appareil photo du téléphone, ou collez-le ici.',
    field: 'Code du reçu',
    submit: 'Vérifier',
    genuine: 'Authentique : {amount} à {shop} le {when}',
    forged: 'Pas authentique',
    forged_hint: 'Ce service n’a pas émis ce code, ou il a été modifié. Ne remettez rien en échange.',
    unknown_key: 'Cette page est trop ancienne pour ce reçu. Rouvrez-la avec une connexion.',
    offline: 'Vérifié sans connexion : il a pu être remboursé ou utilisé depuis.',
    states: {
      paid: 'Payé, et non remboursé',
      partly_refunded: 'Remboursé en partie',
      refunded: 'Entièrement remboursé : ne remettez rien',
      reversed: 'Repris par l’opérateur : ne remettez rien',
      unknown:
        'Le service ne connaît pas ce paiement. Demandez à la boutique avant de remettre quoi que ce soit.',
    },
    collected: 'Déjà remis le {when}',
    test: 'Reçu de test : aucun argent n’a été déplacé',
  },
};

const sw: ReceiptTexts = {
  receipt: 'Risiti',
  paid_to: (shop) => `Imelipwa kwa ${shop}`,
  for_what: 'Kwa ajili ya',
  fee_within: 'Ada, imejumuishwa',
  total: 'Imelipwa',
  operator: 'Imelipwa kwa',
  number: 'Nambari',
  operator_receipt: 'Nambari ya mtandao',
  paid_at: 'Tarehe',
  reference: 'Kumbukumbu',
  refunded: (amount, when) => `${amount} zimerudishwa, mara ya mwisho ${when}.`,
  refunded_whole: (when) => `Pesa yote ilirudishwa ${when}. Risiti hii haina thamani tena.`,
  reversed: (when) => `Mtandao ulirudisha malipo haya ${when}. Risiti hii haina thamani tena.`,
  collected: (when) => `Bidhaa zilikabidhiwa ${when}.`,
  test: 'Risiti ya majaribio: hakuna pesa iliyohamishwa',
  scan: 'Skani kuhakikisha kuwa risiti hii ni halisi',
  check: 'Ihakiki hapa',
  send_by: 'Tuma',
  message: ({ amount, shop, when, reference, url }) =>
    `Risiti: ${amount} zimelipwa kwa ${shop} ${when}. Kumbukumbu ${reference}. ${url}`,
  not_found: {
    title: 'Risiti haipo',
    sentence:
      'Hakuna malipo yaliyokamilika yenye nambari hii. Hakikisha umenakili yote. Malipo ambayo hayajakamilika hayana risiti bado.',
  },
  verify: {
    title: 'Hakiki risiti',
    intro: 'Skani msimbo wa risiti kwa kamera ya simu yako, au ubandike hapa.',
    field: 'Msimbo wa risiti',
    submit: 'Hakiki',
    genuine: 'Halisi: {amount} kwa {shop}, {when}',
    forged: 'Si halisi',
    forged_hint: 'Huduma hii haikutengeneza msimbo huu, au umebadilishwa. Usikabidhi chochote.',
    unknown_key: 'Ukurasa huu ni wa zamani mno kwa risiti hii. Ufungue tena ukiwa na mtandao.',
    offline: 'Imehakikiwa bila mtandao: huenda imerudishwa au imetumika tangu hapo.',
    states: {
      paid: 'Imelipwa, haijarudishwa',
      partly_refunded: 'Sehemu imerudishwa',
      refunded: 'Yote imerudishwa: usikabidhi chochote',
      reversed: 'Imerudishwa na mtandao: usikabidhi chochote',
      unknown: 'Huduma haiyajui malipo haya. Uliza duka kabla ya kukabidhi chochote.',
    },
    collected: 'Tayari ilikabidhiwa {when}',
    test: 'Risiti ya majaribio: hakuna pesa iliyohamishwa',
  },
};

const pt: ReceiptTexts = {
  receipt: 'Recibo',
  paid_to: (shop) => `Pago a ${shop}`,
  for_what: 'Referente a',
  fee_within: 'Taxa incluída',
  total: 'Pago',
  operator: 'Pago com',
  number: 'Número',
  operator_receipt: 'N.º do operador',
  paid_at: 'Pago em',
  reference: 'Referência',
  refunded: (amount, when) => `${amount} reembolsados, o último em ${when}.`,
  refunded_whole: (when) => `Reembolsado na totalidade em ${when}. Este recibo já não vale nada.`,
  reversed: (when) => `O operador retirou este pagamento em ${when}. Este recibo já não vale nada.`,
  collected: (when) => `Entregue em ${when}.`,
  test: 'Recibo de teste: nenhum dinheiro foi movimentado',
  scan: 'Digitalize para verificar se este recibo é autêntico',
  check: 'Verificar aqui',
  send_by: 'Enviar',
  message: ({ amount, shop, when, reference, url }) =>
    `Recibo: ${amount} pagos a ${shop} em ${when}. Referência ${reference}. ${url}`,
  not_found: {
    title: 'Recibo não encontrado',
    sentence:
      'Nenhum pagamento concluído tem este número. Verifique se o copiou por inteiro. Um pagamento por concluir ainda não tem recibo.',
  },
  verify: {
    title: 'Verificar um recibo',
    intro: 'Digitalize o código do recibo com a câmara do telemóvel, ou cole-o aqui.',
    field: 'Código do recibo',
    submit: 'Verificar',
    genuine: 'Autêntico: {amount} a {shop} em {when}',
    forged: 'Não é autêntico',
    forged_hint: 'Este serviço não emitiu este código, ou ele foi alterado. Não entregue nada por ele.',
    unknown_key: 'Esta página é demasiado antiga para este recibo. Abra-a de novo com ligação.',
    offline: 'Verificado sem ligação: pode ter sido reembolsado ou usado entretanto.',
    states: {
      paid: 'Pago, e não reembolsado',
      partly_refunded: 'Reembolsado em parte',
      refunded: 'Reembolsado na totalidade: não entregue nada',
      reversed: 'Retirado pelo operador: não entregue nada',
      unknown: 'O serviço não conhece este pagamento. Pergunte à loja antes de entregar algo.',
    },
    collected: 'Já entregue em {when}',
    test: 'Recibo de teste: nenhum dinheiro foi movimentado',
  },
};

const ar: ReceiptTexts = {
  receipt: 'إيصال',
  paid_to: (shop) => `دُفع إلى ${shop}`,
  for_what: 'مقابل',
  fee_within: 'الرسوم، مشمولة',
  total: 'المدفوع',
  operator: 'طريقة الدفع',
  number: 'الرقم',
  operator_receipt: 'رقم المشغّل',
  paid_at: 'تاريخ الدفع',
  reference: 'المرجع',
  refunded: (amount, when) => `أُعيد ${amount}، آخرها في ${when}.`,
  refunded_whole: (when) => `أُعيد المبلغ كاملًا في ${when}. لم يعد لهذا الإيصال أي قيمة.`,
  reversed: (when) => `استرجع المشغّل هذه الدفعة في ${when}. لم يعد لهذا الإيصال أي قيمة.`,
  collected: (when) => `سُلّمت البضاعة في ${when}.`,
  test: 'إيصال تجريبي: لم يُنقل أي مال',
  scan: 'امسح الرمز للتحقق من صحة الإيصال',
  check: 'تحقق منه هنا',
  send_by: 'إرسال',
  message: ({ amount, shop, when, reference, url }) =>
    `إيصال: دُفع ${amount} إلى ${shop} في ${when}. المرجع ${reference}. ${url}`,
  not_found: {
    title: 'لا يوجد إيصال كهذا',
    sentence: 'لا توجد دفعة مكتملة بهذا الرقم. تأكد من نسخه كاملًا. الدفعة غير المكتملة ليس لها إيصال بعد.',
  },
  verify: {
    title: 'التحقق من إيصال',
    intro: 'امسح رمز الإيصال بكاميرا هاتفك، أو الصقه هنا.',
    field: 'رمز الإيصال',
    submit: 'تحقق',
    genuine: 'صحيح: {amount} إلى {shop} في {when}',
    forged: 'غير صحيح',
    forged_hint: 'لم تُصدر هذه الخدمة هذا الرمز، أو جرى تغييره. لا تسلّم شيئًا مقابله.',
    unknown_key: 'هذه الصفحة أقدم من أن تتحقق من هذا الإيصال. افتحها من جديد مع اتصال.',
    offline: 'تم التحقق دون اتصال: ربما أُعيد المبلغ أو استُعمل الإيصال منذ ذلك.',
    states: {
      paid: 'مدفوع ولم يُعد',
      partly_refunded: 'أُعيد جزء منه',
      refunded: 'أُعيد كاملًا: لا تسلّم شيئًا',
      reversed: 'استرجعه المشغّل: لا تسلّم شيئًا',
      unknown: 'لا تعرف الخدمة هذه الدفعة. اسأل المتجر قبل أن تسلّم شيئًا.',
    },
    collected: 'سُلّمت من قبل في {when}',
    test: 'إيصال تجريبي: لم يُنقل أي مال',
  },
};

export const receipt_texts: Readonly<Record<Language, ReceiptTexts>> = { fr, en, sw, pt, ar };
