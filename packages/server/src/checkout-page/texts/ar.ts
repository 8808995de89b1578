import { isolate } from './isolate.ts';
import type { Texts } from './keys.ts';

/**
 * Arabic, in the standard language. Names, amounts and numbers in a sentence are isolated, because they are mostly
 * Latin. Digits are Latin and times use the 24-hour clock, as on the phones on which customers approve.
 */
export const ar: Texts = {
  language_name: 'العربية',
  other_languages: 'اللغة',
  test_mode: 'وضع الاختبار: لا مال حقيقي',
  locale: 'ar-u-hc-h23-nu-latn',
  direction: 'rtl',
  secure_payment: 'دفع آمن',
  expires_at: 'تنتهي المهلة عند',
  expires_soon: 'بقي أقل من دقيقتين للدفع.',
  error_prefix: 'للتصحيح',
  offline: 'لا توجد شبكة الآن. لم يُرسل أي شيء: حاول مجددًا عند عودتها.',
  lost: 'لا يوجد اتصال. تستأنف هذه الصفحة وحدها عند عودته.',

  summary: 'ملخص الدفع',
  subtotal: 'المجموع الفرعي',
  fees: 'الرسوم',
  total: 'الإجمالي',
  no_fee: 'بدون رسوم',
  fees_later: 'حسب اختيارك',
  operator: 'وسيلة الدفع',
  phone: 'الرقم',
  reference: 'المرجع',
  paid_at: 'التاريخ',

  choose_title: 'كيف تريد أن تدفع؟',
  choose_phone: 'رقم محفظة هاتفك',
  choose_phone_hint: 'مع رمز البلد',
  choose_country: 'بلد الرقم',
  choose_email: 'البريد الإلكتروني',
  choose_email_hint: 'اختياري',
  choose_another: 'وسيلة أخرى',
  choose_direct: 'أو بدون رقم',
  choose_keep: 'تذكّر هذا الرقم على هذا الجهاز',
  choose_not_answering: 'لا تستجيب حاليًا',
  choose_continue: 'متابعة',
  choose_problems: {
    operator: {
      missing: 'اختر وسيلة الدفع.',
      gone: 'لم تعد وسيلة الدفع هذه متاحة. اختر وسيلة أخرى.',
      down: 'وسيلة الدفع هذه لا تستجيب حاليًا. لم يُرسل شيء. اختر وسيلة أخرى.',
    },
    phone: {
      missing: 'اكتب الرقم الذي سيدفع.',
      invalid: 'هذا الرقم غير موجود. تحقق من كل خانة.',
      other_country: 'هذا الرقم من بلد آخر. اكتب رقمًا من البلد الذي اخترته.',
      from_country: (country) =>
        `هذا الرقم من بلد آخر (${isolate(country)})، حيث لا يمكن هذا الدفع. اكتب رقمًا آخر.`,
      from_country_picked: (country) =>
        `هذا الرقم من بلد آخر (${isolate(country)}). اختيرت الآن وسيلة دفع من ذلك البلد: تحقق منها ثم تابع.`,
    },
    email: 'هذا ليس عنوان بريد إلكتروني. صحّحه أو اترك الخانة فارغة.',
  },
  cancel_and_return: (shop) => `إلغاء والعودة إلى ${isolate(shop)}`,

  hand_over_link: 'الدفع من هاتفك',
  hand_over_title: 'تابع على هاتفك',
  hand_over_scan: 'وجّه كاميرا هاتفك نحو هذا المربع.',
  hand_over_open: 'ليس لديك كاميرا؟ افتح هذا العنوان على الهاتف:',
  hand_over_type: 'واكتب هذا الرمز:',
  hand_over_follows: 'أبقِ هذه الصفحة مفتوحة: فهي تتابع ما تفعله على الهاتف.',
  hand_over_stay: 'الدفع على هذه الشاشة',
  qr_code: 'رمز QR',
  entry_title: 'متابعة عملية دفع',
  entry_sentence: 'اكتب الرمز الظاهر على الشاشة الأخرى.',
  entry_label: 'الرمز',
  entry_wrong: 'لم تعد هناك عملية دفع بهذا الرمز. تحقق من كل حرف، أو انظر مرة أخرى إلى الشاشة الأخرى.',
  entry_submit: 'متابعة',

  confirm_title: (amount) => `ستدفع ${isolate(amount)}`,
  confirm_with: (operator) => `عبر ${isolate(operator)}`,
  confirm_number: 'الرقم',
  confirm_change: 'تغيير',
  confirm_pay: (amount) => `ادفع ${isolate(amount)}`,
  confirm_nothing_sent: 'لن يُرسل شيء قبل أن تضغط على «ادفع».',
  confirm_too_soon: (operator, wait) =>
    `ترفض ${isolate(operator)} المبلغ نفسه من الرقم نفسه مرتين متتاليتين. لم يُخصم أي مبلغ. انتظر ${isolate(wait)} ثم اضغط على «ادفع» مرة أخرى، أو اختر وسيلة دفع أخرى.`,

  otp_title: 'اكتب الرمز الخاص بك',
  otp_dial: 'اطلب',
  otp_then: 'على الهاتف الذي يدفع، ثم اكتب هنا الرمز الذي يصلك.',
  otp_from: (operator) => `اكتب الرمز الذي وصلك من أجل ${isolate(operator)}.`,
  otp_label: 'الرمز',
  otp_wrong: 'هذا الرمز غير صحيح. لم يُخصم أي مبلغ. اكتبه مرة أخرى، أو استعمل رمزًا جديدًا.',
  otp_dial_again: 'للحصول على رمز آخر، اطلب',
  otp_resend: 'أرسل لي رمزًا آخر',
  otp_resent: {
    sent: 'أُرسل إليك رمز آخر. الرمز الأحدث وحده صالح.',
    too_soon: 'قد يصلك الرمز الأخير بعد قليل. انتظر نصف دقيقة قبل أن تطلب رمزًا آخر.',
    not_sent: 'لم يرسل المشغّل رمزًا آخر. إذا كان لديك رمز فاكتبه.',
  },
  otp_submit: (amount) => `ادفع ${isolate(amount)}`,

  waiting_title: 'انظر إلى هاتفك',
  waiting_approve: (amount, operator) =>
    `وافق على دفع ${isolate(amount)} برمزك السري لدى ${isolate(operator)}.`,
  waiting_phone: (phone) => `أُرسل الطلب إلى ${isolate(phone)}.`,
  waiting_dial: 'لم يظهر شيء على الشاشة؟ اطلب',
  waiting_then: 'ثم اختر',
  waiting_pin: 'وأدخل رمزك السري.',
  dial_steps: { payment: 'هذا الدفع', currency: 'العملة', yes: 'نعم' },
  again: 'اطلبه من جديد',
  again_about: (operator) => `ما زال لا يظهر شيء؟ نسأل ${isolate(operator)} أولًا عمّا حدث، حتى لا تدفع مرتين.`,
  again_open: (operator) => `الطلب ما زال لدى ${isolate(operator)}. وافق عليه من هاتفك، ولا تدفع مرة ثانية.`,
  waiting_not_yet: 'لم توافق بعد؟',
  waiting_time_left: 'الوقت المتبقي:',
  waiting_until: (time) => `وافق قبل الساعة ${isolate(time)}.`,
  waiting_close: (shop) => `يمكنك إغلاق هذه الصفحة: سنخبر ${isolate(shop)}.`,
  wrong_number: {
    title: 'رقم خاطئ؟',
    sentence:
      'الطلب الآن على الهاتف صاحب هذا الرقم. لا يستطيع الموافقة عليه إلا صاحبه برمزه السري. ينتهي الطلب من تلقاء نفسه، ثم يمكنك كتابة رقم آخر هنا.',
  },
  waiting_moment_title: 'لحظة من فضلك',
  waiting_moment: (operator) => `سيرد ${isolate(operator)} بعد قليل. تتابع هذه الصفحة تلقائيًا.`,
  waiting_slow_title: 'ما زلنا نتحقق',
  waiting_slow: (operator) =>
    `لم يصلنا رد ${isolate(operator)} بعد. إن كنت قد وافقت فلا تدفع مرة أخرى: سيظهر الرد هنا.`,
  check_now: 'تحقق الآن',

  redirect_title: (operator) => `تابع عبر ${isolate(operator)}`,
  redirect_sentence: (amount, operator) => `وافق على دفع ${isolate(amount)} في صفحة ${isolate(operator)}.`,
  redirect_open: (operator) => `افتح ${isolate(operator)}`,
  redirect_scan: (operator) => `أو وجّه كاميرا الهاتف الذي عليه ${isolate(operator)} نحو هذا المربع.`,
  redirect_after: 'بعد ذلك تعود إلى هنا وترى النتيجة.',

  success_title: 'تم الدفع',
  success_sentence: (amount, shop) => `${isolate(amount)} إلى ${isolate(shop)}`,
  success_soon: (shop) => `نخبر ${isolate(shop)} الآن. ستعود خلال 5 ثوانٍ.`,
  stay_here: 'البقاء هنا',
  receipt_link: 'الاحتفاظ بالإيصال',
  help: (shop) => `راسل ${isolate(shop)}:`,
  help_message: ({ amount, reference, when }) =>
    `مرحبًا، أحتاج إلى مساعدة بشأن دفعتي بمبلغ ${amount}، المرجع ${reference}، ${when}.`,
  return_to: (shop) => `العودة إلى ${isolate(shop)}`,

  failures: {
    insufficient_funds: () => ({
      title: 'الرصيد غير كافٍ',
      sentence: 'لم يُخصم أي مبلغ. اشحن المحفظة، أو اختر وسيلة دفع أخرى.',
    }),
    payer_cancelled: () => ({
      title: 'رُفض الدفع على الهاتف',
      sentence: 'لم يُخصم أي مبلغ. حاول مرة أخرى إن كنت ما زلت تريد الدفع.',
    }),
    payer_timeout: () => ({
      title: 'لم يصل رد من الهاتف في الوقت المحدد',
      sentence: 'لم يُخصم أي مبلغ. أبقِ الهاتف قريبًا منك وحاول مرة أخرى.',
    }),
    limit_exceeded: (operator) => ({
      title: 'المبلغ أعلى من حد المحفظة',
      sentence: `لم يُخصم أي مبلغ. اختر وسيلة دفع أخرى، أو اطلب من ${isolate(operator)} رفع الحد.`,
    }),
    wrong_pin: () => ({
      title: 'الرمز السري غير صحيح',
      sentence: 'لم يُخصم أي مبلغ. حاول مرة أخرى بالرمز السري لهذه المحفظة.',
    }),
    wrong_otp: () => ({
      title: 'الرمز غير صحيح',
      sentence: 'لم يُخصم أي مبلغ. حاول مرة أخرى برمز جديد.',
    }),
    not_registered: (operator) => ({
      title: `لا توجد محفظة لهذا الرقم لدى ${isolate(operator)}`,
      sentence: 'لم يُخصم أي مبلغ. تحقق من الرقم، أو اختر وسيلة دفع أخرى.',
    }),
    account_blocked: (operator) => ({
      title: 'هذه المحفظة موقوفة',
      sentence: `لم يُخصم أي مبلغ. اختر وسيلة دفع أخرى، أو تواصل مع ${isolate(operator)}.`,
    }),
    operator_down: (operator) => ({
      title: `خدمة ${isolate(operator)} لا تعمل حاليًا`,
      sentence: 'لم يُخصم أي مبلغ. انتظر قليلًا، أو اختر وسيلة دفع أخرى.',
    }),
    other: (operator) => ({
      title: `لم يُقبل الدفع لدى ${isolate(operator)}`,
      sentence: 'لم يُخصم أي مبلغ. حاول مرة أخرى، أو اختر وسيلة دفع أخرى.',
    }),
  },
  some_operator: 'المشغّل',
  failed_retry: 'حاول مرة أخرى أو ادفع بوسيلة أخرى',
  failed_same: 'الرقم نفسه',
  failed_other: 'ادفع بوسيلة أخرى',

  unknown_title: (operator) => `نستفسر لدى ${isolate(operator)}`,
  unknown_do_not: 'لا تدفع مرة أخرى.',
  unknown_sentence: (amount, phone) =>
    `لا نعلم بعد إن كان مبلغ ${isolate(amount)} قد خرج من محفظة الرقم ${isolate(phone)}. نواصل السؤال حتى نعلم.`,
  unknown_without_number: (amount) =>
    `لا نعرف بعد هل دُفع المبلغ ${isolate(amount)}. نواصل السؤال حتى يأتي الجواب.`,
  unknown_close: (shop) => `يمكنك إغلاق هذه الصفحة: سنخبر ${isolate(shop)}. احتفظ بالمرجع.`,
  unknown_ended: 'انتهت مهلة الدفع، لكن عملية دفعك لم تضِع.',

  held_title: 'نتحقق من دفعتك',
  held_amount: (received, total, shop) =>
    `وصل ${isolate(received)} بدلًا من ${isolate(total)}. سيقبله ${isolate(shop)} أو يعيده إليك.`,
  held_late: (received, shop) =>
    `وصل ${isolate(received)} بعد انتهاء مهلة الدفع. سيقبله ${isolate(shop)} أو يعيده إليك.`,
  returned: (received) => ({
    title: 'نقودك في طريقها إليك',
    sentence: `وصل ${isolate(received)} لكنه لم يُقبل. نعيده إلى الرقم الذي دفع.`,
  }),
  success_difference: (difference) =>
    `دفعت ${isolate(difference)} أكثر من المطلوب. نعيد هذا المبلغ إلى الرقم الذي دفع.`,

  cancelled: (shop) => ({
    title: 'أُلغي الدفع',
    sentence: `لم يُخصم أي مبلغ. إن أردت الدفع فابدأ من جديد لدى ${isolate(shop)}.`,
  }),
  expired: (shop) => ({
    title: 'انتهت صلاحية صفحة الدفع هذه',
    sentence: `لم يُخصم أي مبلغ. للدفع ابدأ من جديد لدى ${isolate(shop)}.`,
  }),
  too_many_attempts: (shop) => ({
    title: 'محاولات كثيرة جدًا',
    sentence: `لم يُرسل شيء هذه المرة. للدفع ابدأ من جديد لدى ${isolate(shop)}.`,
  }),
  unavailable: (shop) => ({
    title: 'لا توجد هنا وسيلة دفع في الوقت الحالي',
    sentence: `لم يُخصم أي مبلغ. يجب أولًا تفعيل وسيلة دفع لدى ${isolate(shop)}: أبلغهم من فضلك.`,
  }),
  already_paid: (amount, shop) => ({
    title: 'تم الدفع من قبل',
    sentence: `دُفع ${isolate(amount)} إلى ${isolate(shop)}. لم يبقَ شيء لدفعه.`,
  }),
  reversed: (amount, shop) => ({
    title: 'ألغى المشغّل هذا الدفع',
    sentence: `أعاد المشغّل إليك ${isolate(amount)}. المال لم يعد لدى ${isolate(shop)}: اسأل المتجر كيف تدفع من جديد.`,
  }),
  session_unknown: {
    title: 'صفحة الدفع هذه غير موجودة',
    sentence:
      'تحقق من العنوان، أو اطلب من المتجر عنوانًا جديدًا. إن كنت قد دفعت فلا تدفع مرة أخرى: اسأل المتجر أولًا.',
  },
  rate_limited: {
    title: 'طلبات كثيرة في وقت واحد',
    sentence:
      'لم يُنفَّذ شيء هذه المرة. انتظر بضع ثوانٍ ثم أعد تحميل الصفحة. إن كنت قد دفعت فدفعك محفوظ: لا تدفع مرة أخرى.',
  },
  recovering: {
    title: 'المدفوعات متوقفة مؤقتًا',
    sentence:
      'لم يُنفَّذ شيء هذه المرة. أعد المحاولة بعد قليل في هذه الصفحة نفسها. إن كنت قد دفعت فدفعك محفوظ: لا تدفع مرة أخرى.',
  },
  refused: {
    title: 'لم تنجح هذه الخطوة',
    sentence:
      'لم يُنفَّذ شيء هذه المرة. أعد تحميل صفحة الدفع وتابع منها. إن كنت قد دفعت فدفعك محفوظ: لا تدفع مرة أخرى.',
  },
  error: {
    title: 'في هذه الصفحة مشكلة',
    sentence: 'الخطأ من جانبنا. إن كنت قد دفعت فدفعك محفوظ: لا تدفع مرة أخرى. أعد تحميل الصفحة بعد قليل.',
  },
  reload: 'إعادة تحميل الصفحة',

  sandbox_title: 'محفظة تجريبية',
  sandbox_note: 'مال وهمي، للاختبار فقط.',
  sandbox_asks: (shop) => `طلب دفع من ${isolate(shop)}`,
  sandbox_decide: 'وضع الاختبار: قرّر بدلًا من الهاتف.',
  sandbox_approve: 'موافقة',
  sandbox_refuse: 'رفض',
  sandbox_numbers_title: 'أرقام للاختبار',
  sandbox_numbers_intro: 'آخر خانتين من رقم الهاتف تحددان ما يحدث.',
  sandbox_numbers: [
    ['00', 'يُدفع فورًا'],
    ['10', 'يُدفع بعد 10 ثوانٍ'],
    ['01', 'الرصيد غير كافٍ'],
    ['05', 'الرمز السري غير صحيح'],
    ['08', 'خدمة المشغّل لا تعمل'],
    ['12', 'لا رد، ثم يُدفع لاحقًا'],
    ['20', 'يطلب رمزًا: 123456'],
    ['21', 'يفتح صفحة الاختبار'],
    ['22', 'أنت توافق أو ترفض'],
  ],
};
