import { isObject, readJson } from '../http/read-json.ts';

/** A response of Airtel, from any endpoint, without personal data and free text. */
export interface WireAnswer {
  /** `TS`, `TF`, `TE`, `TIP`, `TA`; after a push and a refund `SUCCESS`. */
  readonly status: string | null;
  /** Airtel's id of the transaction. */
  readonly airtel_money_id: string | null;
  /** Our id, as repeated by Airtel. */
  readonly id: string | null;
  readonly success: boolean | null;
  /** The newer code (`DP...`), then the older one (`ESB...`), then the gateway's (`ROUTER...`). */
  readonly codes: readonly string[];
}

/** Parses a response; undefined for anything else: a page, a truncated text. */
export function readAnswer(text: string): WireAnswer | undefined {
  const json = readJson(text);
  if (!isObject(json)) return undefined;
  const status = isObject(json.status) ? json.status : undefined;
  const data = isObject(json.data) ? json.data : {};
  const transaction = isObject(data.transaction) ? data.transaction : {};
  const codes = [status?.response_code, status?.result_code, json.status_code, json.error_code, json.error]
    .map(textOf)
    .filter((code) => code !== null);
  if (!status && codes.length === 0) return undefined;
  return {
    status: textOf(transaction.status),
    airtel_money_id: textOf(transaction.airtel_money_id),
    id: textOf(transaction.id),
    success: successOf(status?.success),
    codes,
  };
}

/** Parses an access token. */
export function readToken(text: string): { readonly token: string; readonly lifetime_s: number } | undefined {
  const json = readJson(text);
  if (!isObject(json) || typeof json.access_token !== 'string' || json.access_token === '') return undefined;
  // Sometimes a number, sometimes a string; 180 if it is missing.
  const seconds = Number(json.expires_in ?? 180);
  return { token: json.access_token, lifetime_s: Number.isFinite(seconds) && seconds > 0 ? seconds : 180 };
}

/** The key for signatures and PINs: base64 of an SPKI. */
export interface WireKey {
  readonly key: string;
  /** null if missing or unreadable. */
  readonly valid_until: Date | null;
}

export function readKey(text: string): WireKey | undefined {
  const json = readJson(text);
  const data = isObject(json) && isObject(json.data) ? json.data : undefined;
  if (typeof data?.key !== 'string' || data.key === '') return undefined;
  return { key: data.key, valid_until: readDate(data.valid_upto) };
}

/** Parses the balance: a decimal, sometimes with commas between thousands. */
export function readBalance(
  text: string,
): { readonly balance: string; readonly currency: string | null } | undefined {
  const json = readJson(text);
  const data = isObject(json) && isObject(json.data) ? json.data : undefined;
  const balance = textOf(data?.balance)?.replaceAll(',', '');
  return data && balance ? { balance, currency: textOf(data.currency) } : undefined;
}

/** A callback, and the bytes that its hash may cover. */
export interface WireCallback {
  readonly id: string;
  readonly status_code: string;
  readonly hash: string | null;
  /** The transaction as received, and without spaces: which of the two is hashed is not documented. */
  readonly hashed: readonly string[];
}

export function readCallbackBody(body: string): WireCallback | undefined {
  const json = readJson(body);
  if (!isObject(json) || !isObject(json.transaction)) return undefined;
  const { id, status_code } = json.transaction;
  if (typeof id !== 'string' || typeof status_code !== 'string') return undefined;
  const raw = objectAt(body, 'transaction');
  const hashed = [...new Set([...(raw === undefined ? [] : [raw]), JSON.stringify(json.transaction)])];
  return { id, status_code, hash: textOf(json.hash), hashed };
}

/**
 * Returns the source text of an object in valid JSON: the value of the first field of that name that contains an
 * object.
 */
function objectAt(json: string, field: string): string | undefined {
  const start = new RegExp(`"${field}"\\s*:\\s*\\{`).exec(json);
  if (!start) return undefined;
  const from = start.index + start[0].length - 1;
  let depth = 0;
  let inText = false;
  for (let at = from; at < json.length; at++) {
    const character = json[at];
    if (inText && character === '\\') at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && character === '{') depth += 1;
    else if (!inText && character === '}') {
      depth -= 1;
      if (depth === 0) return json.slice(from, at + 1);
    }
  }
  return undefined;
}

/** Parses `31-12-2026 23:59:59`, in an unspecified time zone. */
function readDate(value: unknown): Date | null {
  const [, day, month, year, time] = /^(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d:\d\d)$/.exec(String(value)) ?? [];
  const date = new Date(`${year}-${month}-${day}T${time}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function successOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}
