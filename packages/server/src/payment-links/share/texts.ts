import type { Language } from '../../checkout-page/page.ts';

/** The parts of a message that asks for money. */
export interface Asked {
  readonly shop: string;
  readonly title: string;
  /** Empty if the customer chooses it. */
  readonly amount: string;
  /** The rest of a bill that is due; empty otherwise. */
  readonly due: string;
}

/** The words with which a payment link is shared in one language. */
export interface ShareWords {
  readonly subject: (asked: Asked) => string;
  readonly pay: (asked: Asked) => string;
  /** The customer chooses the amount. */
  readonly choose: (asked: Asked) => string;
  /** A bill of which a part is paid. */
  readonly rest: (asked: Asked) => string;
  readonly in_parts: string;
  readonly give: (asked: Asked) => string;
  readonly give_freely: (asked: Asked) => string;
  /** Before the address, in a message. */
  readonly pay_here: string;
  readonly give_here: string;
  /** Before the address, where every letter counts. */
  readonly pay_short: string;
  readonly give_short: string;
  readonly due_short: (due: string) => string;
}

const fr: ShareWords = {
  subject: ({ shop, title }) => `Votre paiement à ${shop}\u00a0: ${title}`,
  pay: ({ shop, title, amount }) =>
    `Bonjour, merci de payer ${amount} à ${shop} pour «\u00a0${title}\u00a0».`,
  choose: ({ shop, title }) =>
    `Bonjour, vous pouvez payer ${shop} ici pour «\u00a0${title}\u00a0». Vous choisissez le montant.`,
  rest: ({ shop, title, amount, due }) =>
    `Bonjour, il reste ${due} à payer sur ${amount} à ${shop} pour «\u00a0${title}\u00a0».`,
  in_parts: 'Vous pouvez payer en plusieurs fois.',
  give: ({ shop, title, amount }) =>
    `Bonjour, vous pouvez donner ${amount} à ${shop} pour «\u00a0${title}\u00a0».`,
  give_freely: ({ shop, title }) =>
    `Bonjour, vous pouvez faire un don à ${shop} pour «\u00a0${title}\u00a0». Vous choisissez le montant.`,
  pay_here: 'Payez ici avec votre mobile money\u00a0:',
  give_here: 'Donnez ici avec votre mobile money\u00a0:',
  pay_short: 'Payez ici\u00a0:',
  give_short: 'Donnez ici\u00a0:',
  due_short: (due) => `reste ${due}`,
};

const en: ShareWords = {
  subject: ({ shop, title }) => `Your payment to ${shop}: ${title}`,
  pay: ({ shop, title, amount }) => `Hello, please pay ${amount} to ${shop} for “${title}”.`,
  choose: ({ shop, title }) => `Hello, you can pay ${shop} here for “${title}”. You choose the amount.`,
  rest: ({ shop, title, amount, due }) =>
    `Hello, ${due} of ${amount} is still due to ${shop} for “${title}”.`,
  in_parts: 'You can pay in several parts.',
  give: ({ shop, title, amount }) => `Hello, you can give ${amount} to ${shop} for “${title}”.`,
  give_freely: ({ shop, title }) =>
    `Hello, you can give to ${shop} here for “${title}”. You choose the amount.`,
  pay_here: 'Pay here with mobile money:',
  give_here: 'Give here with mobile money:',
  pay_short: 'Pay here:',
  give_short: 'Give here:',
  due_short: (due) => `${due} due`,
};

const sw: ShareWords = {
  subject: ({ shop, title }) => `Malipo yako kwa ${shop}: ${title}`,
  pay: ({ shop, title, amount }) => `Habari, tafadhali lipa ${amount} kwa ${shop} kwa ajili ya “${title}”.`,
  choose: ({ shop, title }) =>
    `Habari, unaweza kulipa ${shop} hapa kwa ajili ya “${title}”. Unachagua kiasi mwenyewe.`,
  rest: ({ shop, title, amount, due }) =>
    `Habari, zimebaki ${due} kati ya ${amount} za kulipa kwa ${shop} kwa ajili ya “${title}”.`,
  in_parts: 'Unaweza kulipa kwa awamu.',
  give: ({ shop, title, amount }) =>
    `Habari, unaweza kuchangia ${amount} kwa ${shop} kwa ajili ya “${title}”.`,
  give_freely: ({ shop, title }) =>
    `Habari, unaweza kuchangia ${shop} hapa kwa ajili ya “${title}”. Unachagua kiasi mwenyewe.`,
  pay_here: 'Lipa hapa kwa pesa ya simu:',
  give_here: 'Changia hapa kwa pesa ya simu:',
  pay_short: 'Lipa hapa:',
  give_short: 'Changia hapa:',
  due_short: (due) => `baki ${due}`,
};

const pt: ShareWords = {
  subject: ({ shop, title }) => `O seu pagamento a ${shop}: ${title}`,
  pay: ({ shop, title, amount }) => `Olá, pedimos que pague ${amount} a ${shop} por «${title}».`,
  choose: ({ shop, title }) => `Olá, pode pagar a ${shop} aqui por «${title}». O valor é à sua escolha.`,
  rest: ({ shop, title, amount, due }) => `Olá, de ${amount} falta pagar ${due} a ${shop} por «${title}».`,
  in_parts: 'Pode pagar em várias vezes.',
  give: ({ shop, title, amount }) => `Olá, pode doar ${amount} a ${shop} para «${title}».`,
  give_freely: ({ shop, title }) =>
    `Olá, pode fazer um donativo a ${shop} para «${title}». O valor é à sua escolha.`,
  pay_here: 'Pague aqui com a sua carteira móvel:',
  give_here: 'Doe aqui com a sua carteira móvel:',
  pay_short: 'Pague aqui:',
  give_short: 'Doe aqui:',
  due_short: (due) => `falta ${due}`,
};

const ar: ShareWords = {
  subject: ({ shop, title }) => `دفعتك إلى ${shop}: ${title}`,
  pay: ({ shop, title, amount }) => `مرحبًا، نرجو دفع ${amount} إلى ${shop} مقابل «${title}».`,
  choose: ({ shop, title }) => `مرحبًا، يمكنك الدفع إلى ${shop} هنا مقابل «${title}». أنت تختار المبلغ.`,
  rest: ({ shop, title, amount, due }) =>
    `مرحبًا، بقي ${due} من أصل ${amount} للدفع إلى ${shop} مقابل «${title}».`,
  in_parts: 'يمكنك الدفع على دفعات.',
  give: ({ shop, title, amount }) => `مرحبًا، يمكنك التبرع بمبلغ ${amount} إلى ${shop} من أجل «${title}».`,
  give_freely: ({ shop, title }) =>
    `مرحبًا، يمكنك التبرع إلى ${shop} هنا من أجل «${title}». أنت تختار المبلغ.`,
  pay_here: 'ادفع هنا من محفظة هاتفك:',
  give_here: 'تبرع هنا من محفظة هاتفك:',
  pay_short: 'ادفع هنا:',
  give_short: 'تبرع هنا:',
  due_short: (due) => `الباقي ${due}`,
};

export const share_words: Readonly<Record<Language, ShareWords>> = { fr, en, sw, pt, ar };
