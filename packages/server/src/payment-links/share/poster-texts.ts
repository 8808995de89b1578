import type { Language } from '../../checkout-page/page.ts';

/** The words of a poster in one language. */
export interface PosterTexts {
  readonly pay: string;
  readonly give: string;
  readonly you_choose: string;
  readonly in_parts: string;
  /** Three steps, the second by the kind of amount. */
  readonly scan: string;
  readonly check: string;
  readonly enter: string;
  readonly confirm: string;
  readonly or_open: string;
  readonly qr: string;
  readonly test: string;
  readonly poster: string;
  readonly size: string;
  readonly language: string;
  readonly print: string;
}

const fr: PosterTexts = {
  pay: 'Payez avec votre mobile money',
  give: 'Donnez avec votre mobile money',
  you_choose: 'Montant à votre choix',
  in_parts: 'Payable en plusieurs fois',
  scan: 'Scannez le code avec l’appareil photo de votre téléphone',
  check: 'Choisissez votre opérateur et vérifiez le montant',
  enter: 'Indiquez le montant et choisissez votre opérateur',
  confirm: 'Validez sur votre téléphone avec votre code secret',
  or_open: 'Ou ouvrez cette adresse',
  qr: 'Code QR du lien de paiement',
  test: 'Test\u00a0: aucun argent n’est déplacé',
  poster: 'Affiche',
  size: 'Format',
  language: 'Langue',
  print: 'Imprimez cette page avec votre navigateur, à 100\u00a0%.',
};

const en: PosterTexts = {
  pay: 'Pay with mobile money',
  give: 'Give with mobile money',
  you_choose: 'You choose the amount',
  in_parts: 'Can be paid in parts',
  scan: 'Scan the code with your phone’s camera',
  check: 'Choose your operator and check the amount',
  enter: 'Enter the amount and choose your operator',
  confirm: 'Approve on your phone with your PIN',
  or_open: 'Or open this address',
  qr: 'QR code of the payment link',
  test: 'Test: no money moves',
  poster: 'Poster',
  size: 'Size',
  language: 'Language',
  print: 'Print this page with your browser, at 100%.',
};

const sw: PosterTexts = {
  pay: 'Lipa kwa pesa ya simu',
  give: 'Changia kwa pesa ya simu',
  you_choose: 'Unachagua kiasi mwenyewe',
  in_parts: 'Unaweza kulipa kwa awamu',
  scan: 'Skani msimbo kwa kamera ya simu yako',
  check: 'Chagua mtandao wako na uhakiki kiasi',
  enter: 'Andika kiasi na uchague mtandao wako',
  confirm: 'Idhinisha kwenye simu yako kwa PIN yako',
  or_open: 'Au fungua anwani hii',
  qr: 'Msimbo wa QR wa kiungo cha malipo',
  test: 'Majaribio: hakuna pesa inayohamishwa',
  poster: 'Bango',
  size: 'Ukubwa',
  language: 'Lugha',
  print: 'Chapisha ukurasa huu kwa kivinjari chako, kwa 100%.',
};

const pt: PosterTexts = {
  pay: 'Pague com a sua carteira móvel',
  give: 'Doe com a sua carteira móvel',
  you_choose: 'O valor é à sua escolha',
  in_parts: 'Pode ser pago em várias vezes',
  scan: 'Digitalize o código com a câmara do telemóvel',
  check: 'Escolha o seu operador e confira o valor',
  enter: 'Indique o valor e escolha o seu operador',
  confirm: 'Autorize no telemóvel com o seu PIN',
  or_open: 'Ou abra este endereço',
  qr: 'Código QR do link de pagamento',
  test: 'Teste: nenhum dinheiro é movimentado',
  poster: 'Cartaz',
  size: 'Formato',
  language: 'Idioma',
  print: 'Imprima esta página com o navegador, a 100%.',
};

const ar: PosterTexts = {
  pay: 'ادفع من محفظة هاتفك',
  give: 'تبرع من محفظة هاتفك',
  you_choose: 'أنت تختار المبلغ',
  in_parts: 'يمكن الدفع على دفعات',
  scan: 'امسح الرمز بكاميرا هاتفك',
  check: 'اختر وسيلة الدفع وتحقق من المبلغ',
  enter: 'اكتب المبلغ واختر وسيلة الدفع',
  confirm: 'وافق على هاتفك برمزك السري',
  or_open: 'أو افتح هذا العنوان',
  qr: 'رمز QR لرابط الدفع',
  test: 'تجربة: لا يُنقل أي مال',
  poster: 'ملصق',
  size: 'المقاس',
  language: 'اللغة',
  print: 'اطبع هذه الصفحة من متصفحك بمقياس 100%.',
};

export const poster_texts: Readonly<Record<Language, PosterTexts>> = { fr, en, sw, pt, ar };
