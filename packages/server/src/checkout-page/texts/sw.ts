import type { Texts } from './keys.ts';

/** Swahili, in words that both Kenya and Tanzania use. */
export const sw: Texts = {
  language_name: 'Kiswahili',
  other_languages: 'Lugha',
  test_mode: 'Hali ya majaribio: hakuna pesa halisi',
  locale: 'sw',
  direction: 'ltr',
  secure_payment: 'Malipo salama',
  expires_at: 'Muda unaisha saa',
  expires_soon: 'Zimebaki chini ya dakika mbili za kulipa.',
  error_prefix: 'Rekebisha',
  offline: 'Hakuna mtandao kwa sasa. Hakuna kilichotumwa: jaribu tena utakaporudi.',
  lost: 'Hakuna mtandao. Ukurasa huu utaendelea wenyewe utakaporudi.',

  summary: 'Malipo yako',
  subtotal: 'Jumla ndogo',
  fees: 'Ada',
  total: 'Jumla',
  no_fee: 'bila ada',
  fees_later: 'kulingana na chaguo lako',
  operator: 'Njia ya malipo',
  phone: 'Nambari',
  reference: 'Kumbukumbu',
  paid_at: 'Tarehe',

  choose_title: 'Ungependa kulipa vipi?',
  choose_phone: 'Nambari yako ya mobile money',
  choose_phone_hint: 'pamoja na msimbo wa nchi',
  choose_country: 'Nchi ya nambari',
  choose_email: 'Barua pepe',
  choose_email_hint: 'si lazima',
  choose_another: 'Njia nyingine',
  choose_direct: 'Au bila nambari',
  choose_keep: 'Kumbuka nambari hii kwenye kifaa hiki',
  choose_not_answering: 'Haijibu kwa sasa',
  choose_continue: 'Endelea',
  choose_problems: {
    operator: {
      missing: 'Chagua njia ya kulipa.',
      gone: 'Njia hii ya kulipa haipatikani tena. Chagua nyingine.',
      down: 'Njia hii ya kulipa haijibu kwa sasa. Hakuna kilichotumwa. Chagua nyingine.',
    },
    phone: {
      missing: 'Andika nambari inayolipa.',
      invalid: 'Nambari hii haipo. Kagua kila tarakimu.',
      other_country: 'Nambari hii ni ya nchi nyingine. Andika nambari ya nchi uliyochagua.',
      from_country: (country) =>
        `Nambari hii ni ya nchi nyingine (${country}), ambako malipo haya hayawezekani. Andika nambari nyingine.`,
      from_country_picked: (country) =>
        `Nambari hii ni ya nchi nyingine (${country}). Njia ya kulipa ya nchi hiyo imechaguliwa sasa: iangalie, kisha endelea.`,
    },
    email: 'Hii si anwani ya barua pepe. Irekebishe, au iache wazi.',
  },
  cancel_and_return: (shop) => `Ghairi na urudi kwa ${shop}`,

  hand_over_link: 'Lipa kwa kutumia simu yako',
  hand_over_title: 'Endelea kwenye simu yako',
  hand_over_scan: 'Elekeza kamera ya simu yako kwenye mraba huu.',
  hand_over_open: 'Huna kamera? Fungua anwani hii kwenye simu:',
  hand_over_type: 'kisha andika msimbo huu:',
  hand_over_follows: 'Acha ukurasa huu wazi: unafuata unachofanya kwenye simu.',
  hand_over_stay: 'Lipa kwenye skrini hii',
  qr_code: 'Msimbo wa QR',
  entry_title: 'Endelea na malipo',
  entry_sentence: 'Andika msimbo unaoonekana kwenye skrini nyingine.',
  entry_label: 'Msimbo',
  entry_wrong: 'Hakuna tena malipo yenye msimbo huu. Kagua kila herufi, au angalia tena skrini nyingine.',
  entry_submit: 'Endelea',

  confirm_title: (amount) => `Unalipa ${amount}`,
  confirm_with: (operator) => `kwa ${operator}`,
  confirm_number: 'nambari',
  confirm_change: 'Badilisha',
  confirm_pay: (amount) => `Lipa ${amount}`,
  confirm_nothing_sent: 'Hakuna kinachotumwa hadi ubonyeze Lipa.',
  confirm_too_soon: (operator, wait) =>
    `${operator} inakataa kiasi kilekile kutoka nambari ileile mara mbili mfululizo. Hakuna pesa iliyokatwa. Subiri ${wait} kisha ubonyeze Lipa tena, au chagua njia nyingine ya kulipa.`,

  otp_title: 'Andika msimbo wako',
  otp_dial: 'Piga',
  otp_then: 'kwenye simu inayolipa, kisha andika hapa msimbo utakaopata.',
  otp_from: (operator) => `Andika msimbo uliopata kwa ajili ya ${operator}.`,
  otp_label: 'Msimbo',
  otp_wrong: 'Msimbo huu si sahihi. Hakuna pesa iliyokatwa. Uandike tena, au tumia mwingine.',
  otp_dial_again: 'Kupata msimbo mwingine, piga',
  otp_resend: 'Nitumie msimbo mwingine',
  otp_resent: {
    sent: 'Msimbo mwingine unatumwa. Ule wa mwisho tu ndio unaotumika.',
    too_soon: 'Msimbo wa mwisho bado unaweza kufika. Subiri nusu dakika kabla ya kuomba mwingine.',
    not_sent: 'Mtoa huduma hakutuma msimbo mwingine. Ikiwa tayari unao mmoja, uandike.',
  },
  otp_submit: (amount) => `Lipa ${amount}`,

  waiting_title: 'Angalia simu yako',
  waiting_approve: (amount, operator) => `Idhinisha ${amount} kwa PIN yako ya ${operator}.`,
  waiting_phone: (phone) => `Ombi limetumwa kwa ${phone}.`,
  waiting_dial: 'Hakuna kitu kwenye skrini? Piga',
  waiting_then: 'kisha chagua',
  waiting_pin: 'na uweke PIN yako.',
  dial_steps: { payment: 'malipo haya', currency: 'sarafu', yes: 'Ndiyo' },
  again: 'Omba tena',
  again_about: (operator) =>
    `Bado hakuna kitu? Kwanza tunaiuliza ${operator} kilichotokea, ili usilipe mara mbili.`,
  again_open: (operator) =>
    `${operator} bado ina ombi hili. Liidhinishe kwenye simu yako; usilipe mara ya pili.`,
  waiting_not_yet: 'Bado hujaidhinisha?',
  waiting_time_left: 'Muda uliobaki:',
  waiting_until: (time) => `Idhinisha kabla ya saa ${time}.`,
  waiting_close: (shop) => `Unaweza kufunga ukurasa huu: tutawajulisha ${shop}.`,
  wrong_number: {
    title: 'Nambari si sahihi?',
    sentence:
      'Ombi liko kwenye simu yenye nambari hiyo. Mwenye nambari tu ndiye anaweza kuidhinisha kwa PIN yake. Litaisha lenyewe, kisha unaweza kuandika nambari nyingine hapa.',
  },
  waiting_moment_title: 'Subiri kidogo',
  waiting_moment: (operator) => `${operator} itajibu hivi punde. Ukurasa huu utaendelea wenyewe.`,
  waiting_slow_title: 'Bado tunakagua',
  waiting_slow: (operator) =>
    `${operator} bado haijajibu. Kama umeidhinisha, usilipe tena: jibu litaonekana hapa.`,
  check_now: 'Kagua sasa',

  redirect_title: (operator) => `Endelea na ${operator}`,
  redirect_sentence: (amount, operator) => `Idhinisha ${amount} kwenye ukurasa wa ${operator}.`,
  redirect_open: (operator) => `Fungua ${operator}`,
  redirect_scan: (operator) => `Au elekeza kamera ya simu yenye ${operator} kwenye mraba huu.`,
  redirect_after: 'Kisha unarudi hapa na kuona matokeo.',

  success_title: 'Malipo yamekamilika',
  success_sentence: (amount, shop) => `${amount} kwa ${shop}`,
  success_soon: (shop) => `Tunawajulisha ${shop}. Utarudi baada ya sekunde 5.`,
  stay_here: 'Baki hapa',
  receipt_link: 'Hifadhi risiti',
  help: (shop) => `Mwandikie ${shop}:`,
  help_message: ({ amount, reference, when }) =>
    `Habari, nahitaji msaada kuhusu malipo yangu ya ${amount}, kumbukumbu ${reference}, ${when}.`,
  return_to: (shop) => `Rudi kwa ${shop}`,

  failures: {
    insufficient_funds: () => ({
      title: 'Pesa hazitoshi kwenye akaunti',
      sentence: 'Hakuna pesa iliyokatwa. Ongeza pesa kwenye akaunti, au chagua njia nyingine ya kulipa.',
    }),
    payer_cancelled: () => ({
      title: 'Malipo yamekataliwa kwenye simu',
      sentence: 'Hakuna pesa iliyokatwa. Jaribu tena ikiwa bado unataka kulipa.',
    }),
    payer_timeout: () => ({
      title: 'Simu haikujibu kwa wakati',
      sentence: 'Hakuna pesa iliyokatwa. Weka simu karibu na ujaribu tena.',
    }),
    limit_exceeded: (operator) => ({
      title: 'Kiasi kimezidi kikomo cha akaunti',
      sentence: `Hakuna pesa iliyokatwa. Chagua njia nyingine ya kulipa, au omba ${operator} iongeze kikomo.`,
    }),
    wrong_pin: () => ({
      title: 'PIN haikuwa sahihi',
      sentence: 'Hakuna pesa iliyokatwa. Jaribu tena kwa PIN ya akaunti hii.',
    }),
    wrong_otp: () => ({
      title: 'Msimbo haukuwa sahihi',
      sentence: 'Hakuna pesa iliyokatwa. Jaribu tena kwa msimbo mpya.',
    }),
    not_registered: (operator) => ({
      title: `Nambari hii haina akaunti ya ${operator}`,
      sentence: 'Hakuna pesa iliyokatwa. Kagua nambari, au chagua njia nyingine ya kulipa.',
    }),
    account_blocked: (operator) => ({
      title: 'Akaunti hii imezuiwa',
      sentence: `Hakuna pesa iliyokatwa. Chagua njia nyingine ya kulipa, au piga simu kwa ${operator}.`,
    }),
    operator_down: (operator) => ({
      title: `Huduma ya ${operator} haifanyi kazi kwa sasa`,
      sentence: 'Hakuna pesa iliyokatwa. Subiri kidogo, au chagua njia nyingine ya kulipa.',
    }),
    other: (operator) => ({
      title: `${operator} imekataa malipo`,
      sentence: 'Hakuna pesa iliyokatwa. Jaribu tena, au chagua njia nyingine ya kulipa.',
    }),
  },
  some_operator: 'kampuni ya simu',
  failed_retry: 'Jaribu tena au lipa kwa njia nyingine',
  failed_same: 'Nambari ileile',
  failed_other: 'Lipa kwa njia nyingine',

  unknown_title: (operator) => `Tunauliza ${operator}`,
  unknown_do_not: 'Usilipe tena.',
  unknown_sentence: (amount, phone) =>
    `Bado hatujui kama ${amount} zimetoka kwenye akaunti ya ${phone}. Tunaendelea kuuliza hadi tujue.`,
  unknown_without_number: (amount) =>
    `Bado hatujui kama ${amount} zimelipwa. Tunaendelea kuuliza hadi jibu lipatikane.`,
  unknown_close: (shop) => `Unaweza kufunga ukurasa huu: tutawajulisha ${shop}. Hifadhi kumbukumbu.`,
  unknown_ended: 'Muda wa kulipa umekwisha, lakini malipo yako hayajapotea.',

  held_title: 'Tunahakiki malipo yako',
  held_amount: (received, total, shop) =>
    `${received} zimefika badala ya ${total}. ${shop} watazikubali au watakurudishia pesa zako.`,
  held_late: (received, shop) =>
    `${received} zimefika baada ya muda wa kulipa kwisha. ${shop} watazikubali au watakurudishia pesa zako.`,
  returned: (received) => ({
    title: 'Pesa zako zinarudi kwako',
    sentence: `${received} zilifika, lakini hazikukubaliwa. Zinarudi kwenye namba iliyolipa.`,
  }),
  success_difference: (difference) =>
    `Umelipa ${difference} zaidi. Kiasi hicho kinarudi kwenye namba iliyolipa.`,

  cancelled: (shop) => ({
    title: 'Malipo yameghairiwa',
    sentence: `Hakuna pesa iliyokatwa. Ukitaka kulipa, anza tena kwa ${shop}.`,
  }),
  expired: (shop) => ({
    title: 'Muda wa ukurasa huu wa malipo umekwisha',
    sentence: `Hakuna pesa iliyokatwa. Ili kulipa, anza tena kwa ${shop}.`,
  }),
  too_many_attempts: (shop) => ({
    title: 'Majaribio yamekuwa mengi mno',
    sentence: `Hakuna kilichotumwa safari hii. Ili kulipa, anza tena kwa ${shop}.`,
  }),
  unavailable: (shop) => ({
    title: 'Kwa sasa hakuna njia ya kulipa hapa',
    sentence: `Hakuna pesa iliyokatwa. ${shop} wanapaswa kwanza kuwasha njia ya kulipa: tafadhali wajulishe.`,
  }),
  already_paid: (amount, shop) => ({
    title: 'Tayari imelipwa',
    sentence: `${amount} zimelipwa kwa ${shop}. Hakuna zaidi cha kulipa.`,
  }),
  reversed: (amount, shop) => ({
    title: 'Malipo yamerudishwa',
    sentence: `Kampuni ya simu imekurudishia ${amount}. ${shop} haina tena pesa hiyo: uliza duka jinsi ya kulipa tena.`,
  }),
  session_unknown: {
    title: 'Ukurasa huu wa malipo haupo',
    sentence:
      'Kagua anwani, au omba duka likupe anwani mpya. Kama tayari umelipa, usilipe tena: uliza duka kwanza.',
  },
  rate_limited: {
    title: 'Maombi mengi mno kwa wakati mmoja',
    sentence:
      'Hakuna kilichofanyika safari hii. Subiri sekunde chache kisha pakia ukurasa upya. Kama tayari umelipa, malipo yako ni salama: usilipe tena.',
  },
  recovering: {
    title: 'Malipo yamesitishwa kwa muda',
    sentence:
      'Hakuna kilichofanyika safari hii. Jaribu tena baadaye kidogo, kwenye ukurasa huu huu. Kama tayari umelipa, malipo yako ni salama: usilipe tena.',
  },
  refused: {
    title: 'Hatua hii haikufanikiwa',
    sentence:
      'Hakuna kilichofanyika safari hii. Pakia upya ukurasa wa malipo uendelee hapo. Kama tayari umelipa, malipo yako ni salama: usilipe tena.',
  },
  error: {
    title: 'Ukurasa huu una tatizo',
    sentence:
      'Kosa ni letu. Kama tayari umelipa, malipo yako ni salama: usilipe tena. Pakia ukurasa upya baada ya muda mfupi.',
  },
  reload: 'Pakia ukurasa upya',

  sandbox_title: 'Akaunti ya majaribio',
  sandbox_note: 'Pesa za kuigiza, kwa majaribio tu.',
  sandbox_asks: (shop) => `${shop} wanakuomba ulipe`,
  sandbox_decide: 'Hali ya majaribio: amua badala ya simu.',
  sandbox_approve: 'Idhinisha',
  sandbox_refuse: 'Kataa',
  sandbox_numbers_title: 'Nambari za majaribio',
  sandbox_numbers_intro: 'Tarakimu mbili za mwisho za nambari huamua kitakachotokea.',
  sandbox_numbers: [
    ['00', 'inalipwa mara moja'],
    ['10', 'inalipwa baada ya sekunde 10'],
    ['01', 'pesa hazitoshi'],
    ['05', 'PIN si sahihi'],
    ['08', 'huduma haifanyi kazi'],
    ['12', 'hakuna jibu, inalipwa baadaye'],
    ['20', 'inaomba msimbo: 123456'],
    ['21', 'inafungua ukurasa wa majaribio'],
    ['22', 'unaidhinisha au unakataa'],
  ],
};
