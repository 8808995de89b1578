import { type Html, html } from '../../http/html.ts';

/**
 * The marks, by the first part of an operator's code: `name` is the class that sets the colours, and `text` is
 * shown.
 */
const marks: Readonly<Record<string, { readonly name: string; readonly text: string }>> = {
  mtn: { name: 'mtn', text: 'MTN' },
  orange: { name: 'orange', text: 'OM' },
  wave: { name: 'wave', text: 'Wave' },
  moov: { name: 'moov', text: 'Moov' },
  mpesa: { name: 'mpesa', text: 'M-PESA' },
  airtel: { name: 'airtel', text: 'airtel' },
  free: { name: 'yas', text: 'Yas' },
  togocel: { name: 'yas', text: 'Yas' },
  tigo: { name: 'yas', text: 'Yas' },
  celtiis: { name: 'celtiis', text: 'Celtiis' },
  telecel: { name: 'telecel', text: 'Telecel' },
  expresso: { name: 'expresso', text: 'E-Money' },
  zamani: { name: 'zamani', text: 'Zamani' },
  airteltigo: { name: 'airteltigo', text: 'AT' },
  africell: { name: 'africell', text: 'Afri' },
  halotel: { name: 'halotel', text: 'Halo' },
  lumicash: { name: 'lumicash', text: 'Lumi' },
  ecocash: { name: 'ecocash', text: 'Eco' },
  telebirr: { name: 'telebirr', text: 'tele' },
  zamtel: { name: 'zamtel', text: 'Zamtel' },
  tnm: { name: 'tnm', text: 'TNM' },
  movitel: { name: 'movitel', text: 'e-Mola' },
  mkesh: { name: 'mkesh', text: 'mKesh' },
  mvola: { name: 'mvola', text: 'MVola' },
  sandbox: { name: 'sandbox', text: 'Test' },
};

/** The mark of an operator: a square in its colour with its short name. The full name is always next to it. */
export function renderMark(code: string, name: string): Html {
  const known = marks[code.split('_')[0] ?? ''];
  const shades = known ? `mark ${known.name}` : 'mark';
  return html`<span class="${shades}" aria-hidden="true">${known?.text ?? initialsOf(name)}</span>`;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.map((word) => [...word][0] ?? '');
  return letters.slice(0, 2).join('').toUpperCase();
}
