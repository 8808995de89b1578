import type { PaymentLinkObject } from '@guichet/core/serving';
import { asCurrency } from '@guichet/kernel/currencies';
import { moneyFromMajor } from '@guichet/kernel/money';
import Type, { type Static } from 'typebox';
import { formatAmount } from '../../checkout-page/format.ts';
import type { Language } from '../../checkout-page/page.ts';
import { languages } from '../../checkout-page/texts/texts.ts';
import { gsmLength, toGsm } from './gsm.ts';
import { nameIn } from './name-in.ts';
import { type Asked, type ShareWords, share_words } from './texts.ts';

/** A payment link's texts in one language, ready to send. */
export const ShareObject = Type.Object({
  language: Type.Enum([...languages], { description: 'BCP 47.' }),
  subject: Type.String({ description: 'Subject of an e-mail.' }),
  message: Type.String({ description: 'For WhatsApp and e-mails, with the address.' }),
  sms: Type.String({ description: 'The same, short.' }),
  whatsapp_href: Type.String({ description: 'Opens WhatsApp with the message.' }),
  sms_href: Type.String({ description: 'Opens the phone’s messages with the text.' }),
  email_href: Type.String({ description: 'Opens the mail program with the message.' }),
});
export type ShareObject = Static<typeof ShareObject>;

/** The fields of a payment link that its texts are made of. */
export type SharedLink = Pick<
  PaymentLinkObject,
  'title' | 'url' | 'amount' | 'currency' | 'in_parts' | 'due_amount' | 'donation' | 'customer'
>;

/** Writes the texts of a payment link in each language. Hrefs are addressed to the link's customer if it has one. */
export function shareLink(link: SharedLink, shop: string): ShareObject[] {
  return languages.map((language) => shareIn(language, link, shop));
}

function shareIn(language: Language, link: SharedLink, shop: string): ShareObject {
  const words = share_words[language];
  const asked = askedOf(language, link, shop);
  const subject = words.subject(asked);
  const message = writeMessage(words, asked, link);
  const sms = writeSms(words, asked, link);
  const { phone, email } = link.customer;
  return {
    language,
    subject,
    message,
    sms,
    whatsapp_href: `https://wa.me/${phone?.slice(1) ?? ''}?text=${encodeURIComponent(message)}`,
    sms_href: `sms:${phone ?? ''}?body=${encodeURIComponent(sms)}`,
    // RFC 6068: lines end in CRLF.
    email_href: `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message.replaceAll('\n', '\r\n'))}`,
  };
}

function askedOf(
  language: Language,
  { title, amount, due_amount, currency }: SharedLink,
  shop: string,
): Asked {
  const text = (major: number | null): string => {
    if (major === null) return '';
    const read = moneyFromMajor(major, asCurrency(currency));
    if (!('money' in read)) throw new Error('a link has an amount that its currency cannot have');
    return formatAmount(read.money, language);
  };
  return {
    shop: nameIn(shop, language),
    title: nameIn(title, language),
    amount: text(amount),
    due: text(due_amount),
  };
}

function writeMessage(words: ShareWords, asked: Asked, link: SharedLink): string {
  const here = link.donation ? words.give_here : words.pay_here;
  // Alone on its line: nothing that follows is taken for a part of the address.
  return `${sentencesOf(words, asked, link).join(' ')}\n${here}\n${link.url}`;
}

function sentencesOf(
  words: ShareWords,
  asked: Asked,
  { amount, due_amount, in_parts, donation }: SharedLink,
): readonly string[] {
  if (in_parts) {
    const isBegun = due_amount !== null && due_amount !== amount;
    return [(isBegun ? words.rest : words.pay)(asked), words.in_parts];
  }
  if (amount === null) return [(donation ? words.give_freely : words.choose)(asked)];
  return [(donation ? words.give : words.pay)(asked)];
}

/** One SMS. */
const gsm_max = 160;
/** Two SMS: with letters that need two bytes, one has room for 70. */
const wide_max = 134;

function writeSms(
  words: ShareWords,
  asked: Asked,
  { url, amount, due_amount, donation }: SharedLink,
): string {
  const isBegun = due_amount !== null && due_amount !== amount;
  const sum = isBegun ? words.due_short(asked.due) : asked.amount;
  const end = `${sum === '' ? '' : `, ${sum}`}. ${donation ? words.give_short : words.pay_short}`;
  const write = (shop: string, title: string) => toGsm(`${shop}: ${title}${end} ${url}`);
  // The title gives way first, because the page shows all of it.
  let shop = asked.shop;
  let title = asked.title;
  while (!fits(write(shop, title)) && [...title].length > 24) title = shorten(title);
  while (!fits(write(shop, title)) && [...shop].length > 12) shop = shorten(shop);
  return write(shop, title);
}

function fits(text: string): boolean {
  const length = gsmLength(text);
  return length === null ? text.length <= wide_max : length <= gsm_max;
}

/** Takes a letter from the end of a name. */
function shorten(name: string): string {
  const isIsolated = name.endsWith('\u2069');
  const kept = [...name.replace(/…?\u2069?$/, '')].slice(0, -1).join('').trimEnd();
  return `${kept}…${isIsolated ? '\u2069' : ''}`;
}
