/** The letters of an SMS at seven bits each (3GPP TS 23.038, section 6.2.1); with any other letter, all take two bytes. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Letters that take the place of two. */
const extended = '^{}\\[~]|€';
const letters = new Map([
  ...[...basic].map((letter) => [letter, 1] as const),
  ...[...extended].map((letter) => [letter, 2] as const),
]);

/** Signs of typography, and what people write for them on a phone. */
const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '₵': 'c',
  '₦': 'N',
  œ: 'oe',
  Œ: 'OE',
};

/** Writes a text with the letters of an SMS as far as they have them: "ê" becomes "e", every space an ordinary one. */
export function toGsm(text: string): string {
  return [...text.replace(/[\s\u202F\u00A0]+/g, ' ')].map(toLetter).join('');
}

function toLetter(letter: string): string {
  if (letters.has(letter)) return letter;
  const simple = plain[letter] ?? letter.normalize('NFD').replace(/\p{M}+/gu, '');
  return [...simple].every((one) => letters.has(one)) && simple !== '' ? simple : letter;
}

/** The room that a text takes in an SMS; null if it has letters that need two bytes. */
export function gsmLength(text: string): number | null {
  let length = 0;
  for (const letter of text) {
    const room = letters.get(letter);
    if (room === undefined) return null;
    length += room;
  }
  return length;
}
