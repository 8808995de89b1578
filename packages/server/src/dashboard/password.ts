import { type Problem, problem } from '@guichet/kernel/problem';

/** NIST SP 800-63B section 5.1.1.2 requires at least 8; our passwords protect money. */
export const password_length_min = 12;
/** Longer passwords are no safer, and take longer to hash. */
export const password_length_max = 128;

/** The same maximum in UTF-16 units, in which the sign-in library counts: a character takes one or two. */
export const password_units_max = 2 * password_length_max;

/** Returns the length of a password in characters: Unicode code points. */
export const passwordLength = (password: string): number => [...password].length;

/** The minimum length of what remains of a password when the parts that are known about its owner are removed. */
const own_part_length_min = 8;
const different_characters_min = 5;
/**
 * The maximum share of characters that repeat the previous one, or are next to it on the keyboard or in the
 * alphabet.
 */
const neighbour_share_max = 0.6;

/**
 * Checks a new password: its length, how easily it can be guessed, and whether it is among 49,000 breached ones (a list
 * that we ship: no service is called).
 *
 * @returns the problem; undefined if the password is acceptable
 */
export async function passwordProblem(
  password: string,
  owner: { readonly email: string; readonly name?: string },
): Promise<Problem | undefined> {
  const length = passwordLength(password);
  if (length < password_length_min)
    return problem('too_short', `must have at least ${password_length_min} characters`, {
      min: password_length_min,
    });
  if (length > password_length_max)
    return problem('too_long', `must have at most ${password_length_max} characters`, {
      max: password_length_max,
    });
  const plain = password.normalize('NFKC').toLowerCase();
  if (isPattern(plain))
    return problem(
      'password_pattern',
      'is too easy to guess: it repeats itself, or follows the keyboard or the alphabet',
    );
  if (isAboutOwner(plain, owner))
    return problem('password_about_you', 'is too easy to guess: it is mostly your name or e-mail address');
  if (await isCommon(plain))
    return problem('password_common', 'is too easy to guess: it appears in lists of stolen passwords');
  return undefined;
}

function isPattern(text: string): boolean {
  if (new Set(text).size < different_characters_min) return true;
  if (/^(.{1,8})\1+$/su.test(text)) return true;
  const neighbours = [...text].filter(
    (character, at) => at > 0 && areNeighbours(text[at - 1] ?? '', character),
  );
  return neighbours.length / (text.length - 1) > neighbour_share_max;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
];

function areNeighbours(one: string, other: string): boolean {
  return one === other || rows.some((row) => row.includes(one + other) || row.includes(other + one));
}

function isAboutOwner(text: string, { email, name = '' }: { email: string; name?: string }): boolean {
  const known = [
    ...email.toLowerCase().split(/[^\p{L}\p{N}]+/u),
    ...name.toLowerCase().split(/\s+/u),
    'guichet',
  ];
  const rest = known
    .filter((part) => part.length >= 3)
    .reduce((left, part) => left.replaceAll(part, ''), text);
  return rest.length < text.length && rest.length < own_part_length_min;
}

/**
 * Whether a password is common. Digits and signs around it are ignored: `Password1234!` is as common as `password`.
 */
async function isCommon(text: string): Promise<boolean> {
  const common = await commonPasswords();
  return common.has(text) || common.has(text.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, ''));
}

let common_passwords: Promise<ReadonlySet<string>> | undefined;

/** The list is read when the first password is chosen, because most processes never need it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common_passwords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return common_passwords;
}
