const mark = '[redacted]';

/** Fields whose value is a secret, a code, a name or a number of a person, whatever the provider calls them. */
const secret_field =
  /(password|passkey|securitycredential|secret|token|authorization|api_?key|pin|otp|preauthorisationcode|signature|msisdn|phone|partyid|partya|partyb|receiverparty|customer_msisdn|mobile|first_?name|last_?name|full_?name|partypublicname|accountname|name_?match|email|birthdate)/i;

/** The part of a number that every way of writing it has in common. */
const common_digits = 8;

/**
 * Takes out of a text what must not be kept. JSON is read field by field; of anything else, XML and forms included,
 * the values of such fields and the sensitive texts are replaced where they stand.
 *
 * @param sensitive of a number (`+2250548151600`) every way of writing it is taken out
 */
export function redact(text: string, sensitive: readonly string[] = []): string {
  const parsed = parse(text);
  const named = parsed === undefined ? redactFields(text) : JSON.stringify(redactValue(parsed));
  return sensitive.filter((one) => one.length > 0).reduce(takeOut, named);
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

function redactValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redactValue);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value);
  // Lists of pairs, `{"Name": "PhoneNumber", "Value": 254...}`: the name stands in a value.
  const [named] = fields.filter(([name]) => /^(name|key)$/i.test(name)).map(([, inner]) => inner);
  const isSecretPair = typeof named === 'string' && secret_field.test(named);
  return Object.fromEntries(
    fields.map(([name, inner]) => {
      const isLeaf = typeof inner !== 'object' || inner === null;
      const isSecret = secret_field.test(name) || (isSecretPair && /^value$/i.test(name));
      return [name, isLeaf && isSecret && inner !== null ? mark : redactValue(inner)];
    }),
  );
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
  if (!/^\+?\d{8,}$/.test(sensitive)) return text.replaceAll(sensitive, mark);
  const tail = sensitive.slice(-common_digits);
  return text.replace(new RegExp(`\\+?\\d*${tail}`, 'g'), mark);
}
