import { type Command, InvalidArgumentError, Option } from 'commander';
import { readAmount } from './options.ts';
import { readEnd } from './read-time.ts';

const types = ['text', 'number', 'phone', 'email', 'choice'];

interface Field {
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options?: readonly string[];
}

/** The terms of a payment link, as commander reads them. An empty text removes one. */
export interface TermOptions {
  readonly title?: string;
  readonly description?: string;
  readonly amount?: number | '';
  readonly minAmount?: number | '';
  readonly maxAmount?: number | '';
  readonly suggest?: readonly number[];
  readonly maxPayments?: number | '';
  readonly inParts?: boolean;
  readonly deposit?: number | '';
  readonly donation?: boolean;
  readonly until?: Date | '';
  readonly field?: readonly Field[];
  readonly template?: string;
  readonly thankYou?: string;
  readonly returnUrl?: string;
  readonly metadata?: Readonly<Record<string, unknown>> | '';
  readonly phone?: string;
  readonly email?: string;
}

/** Adds the options for the terms of a payment link, except the title. */
export function addTermOptions(command: Command): Command {
  // Commander replaces null by an empty text.
  const orNone =
    <Value>(read: (text: string) => Value) =>
    (text: string) =>
      text === '' ? '' : read(text);
  return command
    .option('--description <text>', 'more about it')
    .option(
      '--amount <amount>',
      'amount in the major unit; without it the customer chooses',
      orNone(readAmount),
    )
    .option(
      '--max-payments <number>',
      'how often the link can be paid (default: any number)',
      orNone(readCount),
    )
    .option('--in-parts', 'a bill of the amount that is paid in several payments')
    .option('--deposit <amount>', 'smallest first payment of a bill', orNone(readAmount))
    .option(
      '--min-amount <amount>',
      'smallest amount that the customer may choose, or smallest part',
      orNone(readAmount),
    )
    .option('--max-amount <amount>', 'largest amount that the customer may choose', orNone(readAmount))
    .option('--suggest <amounts>', 'amounts to offer, separated by commas; can be repeated', addSuggestions)
    .option('--donation', 'the page says "Give" instead of "Pay"')
    .option('--until <time>', 'when the link ends: ISO 8601, or from now: 12h, 90d', orNone(readEnd))
    .option(
      '--field <field>',
      '"Label:type[:optional][:a|b|c]": what the customer fills in; can be repeated',
      addField,
    )
    .addOption(
      new Option('--template <code>', 'template of the page').choices(['default', 'abidjan', 'cotonou']),
    )
    .option('--thank-you <text>', 'shown on the receipt')
    .option('--return-url <url>', 'where the customer goes after paying (default: the receipt)')
    .option('--metadata <json>', 'your own data, copied to each payment', orNone(readMetadata))
    .option('--phone <number>', 'number of the one person who is asked to pay')
    .option('--email <address>', 'e-mail address of the one person who is asked to pay');
}

/** Returns the given terms as the fields of a request, in which null removes one. */
export function termsOf(options: TermOptions) {
  const { title, description, amount, inParts: in_parts, deposit, donation, template, metadata } = options;
  const { until, phone, email } = options;
  const customer = given({ phone, email });
  return {
    ...given({
      ...{ title, description, amount, in_parts, deposit, donation, template, metadata },
      min_amount: options.minAmount,
      max_amount: options.maxAmount,
      suggested_amounts: options.suggest,
      max_payments: options.maxPayments,
      expires_at: until === '' ? null : until?.toISOString(),
      fields: options.field,
      thank_you: options.thankYou,
      return_url: options.returnUrl,
    }),
    ...(Object.keys(customer).length > 0 && { customer }),
  };
}

function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value]),
  );
}

/** @throws InvalidArgumentError */
function readCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Must be a whole number, for example 40.');
  return Number(text);
}

/** @throws InvalidArgumentError */
function addSuggestions(text: string, earlier: readonly number[] = []): readonly number[] {
  return text === '' ? earlier : [...earlier, ...text.split(',').map((amount) => readAmount(amount.trim()))];
}

/** @throws InvalidArgumentError */
function addField(text: string, earlier: readonly Field[] = []): readonly Field[] {
  if (text === '') return earlier;
  const parts = text.split(':');
  // A label may contain colons too.
  const at = parts.findIndex((part, index) => index > 0 && types.includes(part));
  const type = parts[at];
  if (type === undefined)
    throw new InvalidArgumentError(
      `Must be a label and one of the types ${types.join(', ')}, for example "Class:choice:CM1|CM2" or "Note:text:optional".`,
    );
  const rest = parts.slice(at + 1);
  const required = rest[0] !== 'optional';
  const options = rest.slice(required ? 0 : 1).join(':');
  return [
    ...earlier,
    {
      label: parts.slice(0, at).join(':'),
      type,
      required,
      ...(options !== '' && { options: options.split('|') }),
    },
  ];
}

/** @throws InvalidArgumentError */
function readMetadata(text: string): Record<string, unknown> {
  const read = readJson(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new InvalidArgumentError('Must be a JSON object, for example {"trip":7}.');
  return read as Record<string, unknown>;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
