import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { readJson } from '../../http/read-json.ts';

const id = Type.String({ minLength: 1, maxLength: 200 });
const link = Type.Optional(Type.Union([Type.String({ maxLength: 2000 }), Type.Null()]));

const qr = Compile(
  Type.Object({
    qrId: id,
    deepLink: link,
    deepLinks: Type.Optional(Type.Object({ MAXIT: link, OM: link })),
    shortLink: link,
  }),
);

const transaction = Type.Object({
  transactionId: id,
  status: Type.String(),
  reference: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  amount: Type.Optional(Type.Unknown()),
  code: Type.Optional(Type.Unknown()),
});
const isTransaction = Compile(transaction);
const listed = Compile(Type.Array(transaction));
/**
 * The possible wrappers around the list of transactions; the published description of the response shows none of
 * them.
 */
const wrapped = Compile(
  Type.Union(
    ['data', 'content', 'transactions'].map((name) => Type.Object({ [name]: Type.Array(transaction) })),
  ),
);
const status = Compile(
  Type.Object({
    status: Type.String(),
    amount: Type.Optional(Type.Unknown()),
    code: Type.Optional(Type.Unknown()),
  }),
);
const key = Compile(Type.Object({ key: Type.String({ minLength: 64, maxLength: 4096 }) }));
const problem = Compile(Type.Object({ code: Type.Union([Type.Integer(), Type.String({ maxLength: 50 })]) }));
const amount = Compile(
  Type.Object({ value: Type.Union([Type.Number(), Type.String()]), unit: Type.Optional(Type.String()) }),
);

export type SonatelTransaction = Static<typeof transaction>;
type SonatelStatus = ReturnType<typeof status.Parse>;

/**
 * Parses the id of a QR code, and the links that open the payment in one of Orange's apps, universal ones first;
 * undefined for anything else.
 */
export function readLinks(
  text: string,
): { readonly qr_id: string; readonly links: readonly string[] } | undefined {
  const value = readJson(text);
  if (!qr.Check(value)) return undefined;
  const { shortLink, deepLink, deepLinks } = value;
  const links = [shortLink, deepLink, deepLinks?.MAXIT, deepLinks?.OM].filter(
    (one) => typeof one === 'string' && /^https?:\/\//.test(one) && URL.canParse(one),
  );
  return { qr_id: value.qrId, links: links.filter((one) => typeof one === 'string') };
}

/**
 * Parses the transactions of a search. undefined if the response is something else, which is not the same as an
 * empty list.
 */
export function readList(text: string): readonly SonatelTransaction[] | undefined {
  const value = readJson(text);
  if (listed.Check(value)) return value;
  if (!wrapped.Check(value)) return undefined;
  return Object.values(value).find((one): one is SonatelTransaction[] => listed.Check(one));
}

export const readTransaction = (text: string): SonatelTransaction | undefined => read(isTransaction, text);
export const readStatus = (text: string): SonatelStatus | undefined => read(status, text);
export const readKey = (text: string): string | undefined => read(key, text)?.key;

/** Orange's own code of a refusal (`application/problem+json`). */
export function readCode(text: string): string | undefined {
  const code = read(problem, text)?.code;
  return code === undefined ? undefined : String(code);
}

/** The amount in a response: undefined if missing, null if invalid or not in XOF. */
export function readAmount(told: unknown): string | number | null | undefined {
  if (told === undefined || told === null) return undefined;
  if (typeof told === 'number' || typeof told === 'string') return told;
  return amount.Check(told) && (told.unit === undefined || told.unit === 'XOF') ? told.value : null;
}

function read<Value>(schema: { Check(value: unknown): value is Value }, text: string): Value | undefined {
  const value = readJson(text);
  return schema.Check(value) ? value : undefined;
}
