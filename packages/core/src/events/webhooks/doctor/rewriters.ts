/** The languages whose JSON re-serialization is known. */
export type Language = 'javascript' | 'php' | 'python' | 'python_compact' | 'go';

export const rewriters: Readonly<Record<Language, (body: string) => string>> = {
  javascript: (body) => write(JSON.parse(body), compact),
  // json_encode escapes slashes and everything beyond ASCII.
  php: (body) =>
    write(JSON.parse(body), { ...compact, text: (text) => ascii(quote(text)).replaceAll('/', '\\/') }),
  // json.dumps puts a space after commas and colons.
  python: (body) => write(JSON.parse(body), { comma: ', ', colon: ': ', text: (text) => ascii(quote(text)) }),
  python_compact: (body) => write(JSON.parse(body), { ...compact, text: (text) => ascii(quote(text)) }),
  // encoding/json sorts the keys of a map and escapes HTML.
  go: (body) => write(JSON.parse(body), { ...compact, text: escapeHtml, is_sorted: true }),
};

interface Manner {
  readonly comma: string;
  readonly colon: string;
  readonly is_sorted?: true;
  text(text: string): string;
}

const quote = (text: string): string => JSON.stringify(text);
const compact: Manner = { comma: ',', colon: ':', text: quote };

function write(value: unknown, manner: Manner): string {
  const { comma, colon, is_sorted, text } = manner;
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, manner)).join(comma)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value);
  if (is_sorted) entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([name, item]) => `${text(name)}${colon}${write(item, manner)}`).join(comma)}}`;
}

function ascii(text: string): string {
  return text.replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapeHtml(text: string): string {
  return quote(text).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
