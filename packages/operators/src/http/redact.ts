const mark = '[redacted]';

/** Fields whose value is a secret, a code, a name or a number of a person, whatever the provider calls them. */
const secret_field =
  /(password|passkey|securitycredential|secret|token|authorization|api_?key|merchant_?key|pin|otp|preauthorisationcode|signature|msisdn|phone|partyid|partya|partyb|receiverparty|customer_msisdn|mobile|first_?name|last_?name|full_?name|partypublicname|accountname|name_?match|email|birthdate)/i;

/** The part of a number that every way of writing it has in common. */
const common_digits = 7;
/** E.164 has 15 digits at most. */
const other_digits_max = 8;
/** No provider nests so deeply: what is deeper is not worth a stack overflow. */
const depth_max = 50;

/**
 * Takes out of a text what must not be kept. JSON is read field by field; of anything else, XML and forms included,
 * the values of such fields and the sensitive texts are replaced where they stand.
 *
 * @param sensitive of a number (`+2250548151600`) every way of writing it is taken out
 */
export function redact(text: string, sensitive: readonly string[] = []): string {
  const parsed = parse(text);
  const named = parsed === undefined ? redactFields(text) : JSON.stringify(redactValue(parsed));
  // A text that is read as JSON has its quotes escaped.
  const forms = sensitive.flatMap((one) => [...new Set([one, JSON.stringify(one).slice(1, -1)])]);
  return forms.filter((one) => one.length > 0).reduce(takeOut, named);
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Not JSON: read as text.
    return undefined;
  }
}

function redactValue(value: unknown, depth = 0): unknown {
  // An address may hold a secret in its query, whatever the field is called.
  if (typeof value === 'string' && /^https?:\/\//.test(value)) return redactFields(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === depth_max) return mark;
  if (Array.isArray(value)) return value.map((one) => redactValue(one, depth + 1));
  const fields = Object.entries(value);
  // Lists of pairs, `{"Name": "PhoneNumber", "Value": 254...}`: the name stands in a value.
  const [named] = fields.filter(([name]) => /^(name|key)$/i.test(name)).map(([, inner]) => inner);
  const isSecretPair = typeof named === 'string' && secret_field.test(named);
  return Object.fromEntries(
    fields.map(([name, inner]) => {
      const isSecret = secret_field.test(name) || (isSecretPair && /^value$/i.test(name));
      return [name, isSecret ? hide(inner, depth + 1) : redactValue(inner, depth + 1)];
    }),
  );
}

/** A list of numbers is as secret as one; an object in such a field is read by the names of its own. */
function hide(value: unknown, depth: number): unknown {
  if (typeof value !== 'object') return mark;
  if (Array.isArray(value) && depth < depth_max) return value.map((one) => hide(one, depth + 1));
  return redactValue(value, depth);
}

/** `<otp>123456</otp>` and `otp=123456`. */
function redactFields(text: string): string {
  return text
    .replace(/<([\w:]+)>([^<]*)<\/\1>/g, (whole, name: string) =>
      secret_field.test(name) ? `<${name}>${mark}</${name}>` : whole,
    )
    .replace(/\b([\w.]+)=([^&\s]+)/g, (whole, name: string) =>
      secret_field.test(name) ? `${name}=${mark}` : whole,
    );
}

function takeOut(text: string, sensitive: string): string {
  if (/^\+?\d{8,}$/.test(sensitive)) {
    const tail = [...sensitive.slice(-common_digits)].join('[ .-]?');
    return text.replace(new RegExp(`\\+?(?:\\d[ .-]?){0,${other_digits_max}}${tail}`, 'g'), mark);
  }
  return isName(sensitive) ? text.replace(wordOf(sensitive), mark) : text.replaceAll(sensitive, mark);
}

const isName = (text: string): boolean => /^[\p{L}\p{M} '’.]+$/u.test(text);

/** A whole word, however it is capitalised: a name of one letter is not taken out of every other word. */
function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replaceAll('.', '\\.')}(?![\\p{L}\\p{N}])`, 'giu');
}
