import { hideNumber, isNumber } from './hide-number.ts';
import { redactFields, secret_field } from './redact-fields.ts';

const mark = '[redacted]';

/** The largest size of a callback; far less of a provider's response is stored. */
export const redacted_length_max = 64 * 1024;
/** No provider nests this deeply: deeper levels are not worth a stack overflow. */
const depth_max = 50;

/**
 * Removes everything that must not be stored from a text, in linear time. JSON is read field by field; in anything
 * else, including XML, forms and truncated JSON, the values of such fields and the sensitive texts are replaced in
 * place. Of a longer text the first 64 KB are returned.
 *
 * @param sensitive for a number (`+2250548151600`) every notation is removed
 */
export function redact(text: string, sensitive: readonly string[] = []): string {
  // In the source of JSON, quotes are escaped.
  const forms = sensitive
    .flatMap((one) => [...new Set([one, JSON.stringify(one).slice(1, -1)])])
    .filter((one) => one.length > 0);
  if (text.length <= redacted_length_max) return redactWhole(text, forms);
  const redacted = redactWhole(text.slice(0, redacted_length_max), forms);
  // The cut may leave half of a sensitive text, which nothing recognizes. A number may be written in groups.
  const longest = Math.max(0, ...forms.map(({ length }) => length));
  return redacted.slice(0, Math.max(0, redacted.length - 2 * longest));
}

function redactWhole(text: string, forms: readonly string[]): string {
  const parsed = parse(text);
  const named = parsed === undefined ? redactFields(text, mark) : JSON.stringify(redactValue(parsed));
  return forms.reduce(takeOut, named);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Not JSON: treated as text.
    return undefined;
  }
}

function redactValue(value: unknown, depth = 0): unknown {
  // A URL may contain a secret in its query, whatever the field's name.
  if (typeof value === 'string' && /^https?:\/\//.test(value)) return redactFields(value, mark);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === depth_max) return mark;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, depth + 1));
  const fields = Object.entries(value);
  // Lists of pairs, `{"Name": "PhoneNumber", "Value": 254...}`: the name is itself a value.
  const [named] = fields.filter(([name]) => /^(name|key)$/i.test(name)).map(([, inner]) => inner);
  const isSecretPair = typeof named === 'string' && secret_field.test(named);
  return Object.fromEntries(
    fields.map(([name, inner]) => {
      const isSecret = secret_field.test(name) || (isSecretPair && /^value$/i.test(name));
      return [name, isSecret ? hide(inner, depth + 1) : redactValue(inner, depth + 1)];
    }),
  );
}

/**
 * Hides a value. A list of numbers is hidden like a single one; an object in a secret field is redacted by its own
 * field names.
 */
function hide(value: unknown, depth: number): unknown {
  if (typeof value !== 'object') return mark;
  if (Array.isArray(value) && depth < depth_max) return value.map((one) => hide(one, depth + 1));
  return redactValue(value, depth);
}

function takeOut(text: string, sensitive: string): string {
  if (isNumber(sensitive)) return hideNumber(text, sensitive, mark);
  return isName(sensitive) ? text.replace(wordOf(sensitive), mark) : text.replaceAll(sensitive, mark);
}

const isName = (text: string): boolean => /^[\p{L}\p{M} '’.]+$/u.test(text);

/** Matches a whole word in any case: a one-letter name is not removed from inside other words. */
function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'giu');
}
