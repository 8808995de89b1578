/** Fields whose value is a secret, a code, a person's name or number, by any provider's naming. */
export const secret_field =
  /(password|passkey|securitycredential|secret|token|authorization|api_?key|merchant_?key|pin|otp|preauthorisationcode|signature|msisdn|phone|partyid|partya|partyb|receiverparty|customer_msisdn|mobile|first_?name|last_?name|full_?name|partypublicname|accountname|name_?match|email|birthdate)/i;

/** A name followed by a value: `<otp>`, `otp=`, `"otp": `. Each character begins one name at most. */
const name_pattern = /<(?<xml>[\w:]+)>|(?<![\w.])(?<form>[\w.]+)=|"(?<json>[\w.-]+)"\s*:\s*/g;

/** The value after each kind of name; a truncated one extends to the end. */
const value_patterns = {
  xml: /[^<]*/y,
  form: /"[^"]*"?|[^&\s]*/y,
  json: /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|\[[^\]]*\]?|[^\s,[\]{}"]*/y,
} as const;
type Kind = keyof typeof value_patterns;
const kinds: readonly Kind[] = ['xml', 'form', 'json'];

/** Replaces the values of `<otp>123456</otp>`, `otp=123456` and `"otp":"123456"` anywhere in a text. */
export function redactFields(text: string, mark: string): string {
  let redacted = '';
  let from = 0;
  name_pattern.lastIndex = 0;
  for (let found = name_pattern.exec(text); found; found = name_pattern.exec(text)) {
    const { groups } = found;
    const kind = kinds.find((one) => groups?.[one] !== undefined) ?? 'form';
    if (!secret_field.test(groups?.[kind] ?? '')) continue;
    const start = name_pattern.lastIndex;
    const value = valueAt(text, start, value_patterns[kind]);
    if (value === '' || value === 'null') continue;
    redacted += text.slice(from, start) + (kind === 'json' ? `"${mark}"` : mark);
    from = start + value.length;
    name_pattern.lastIndex = from;
  }
  return redacted + text.slice(from);
}

function valueAt(text: string, start: number, pattern: RegExp): string {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? '';
}
