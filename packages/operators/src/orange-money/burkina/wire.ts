/** Longer than any response of this API. */
const length_max = 64 * 1024;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The elements that decide. Free text in others may be badly encoded, and the response is the only one. */
const decisive: ReadonlySet<string> = new Set(['status', 'transID']);

/**
 * The fields of a response: `<status>200</status><message>...</message><transID>...</transID>`, without a
 * root.
 */
interface BurkinaAnswer {
  readonly status: string;
  readonly message: string;
  readonly transaction_id: string | null;
}

/** Parses a response. undefined if it is something else, or has a field twice. */
export function readAnswer(text: string): BurkinaAnswer | undefined {
  const fields = readFields(text);
  const status = fields?.get('status')?.trim();
  if (!fields || status === undefined || !/^[\w.-]{1,50}$/.test(status)) return undefined;
  const transaction_id = fields.get('transID')?.trim();
  return { status, message: fields.get('message') ?? '', transaction_id: transaction_id || null };
}

/**
 * Parses the elements of an XML fragment, or of the one element around them. A parser for this one shape: no
 * attributes, no comments, no declarations, so that there are no entities to expand; anything else is
 * rejected. A value that cannot be decoded is kept as it is, unless it decides.
 */
export function readFields(text: string): ReadonlyMap<string, string> | undefined {
  if (text.length > length_max) return undefined;
  const body = text.replace(/^\uFEFF?\s*<\?xml[^?]{0,200}\?>/, '').trim();
  return readSiblings(body) ?? readInside(body);
}

function readInside(body: string): ReadonlyMap<string, string> | undefined {
  const [, name = '', inner = ''] = /^<(\w{1,50})>([\s\S]*)<\/\w{1,50}>$/.exec(body) ?? [];
  return name !== '' && body.endsWith(`</${name}>`) ? readSiblings(inner.trim()) : undefined;
}

function readSiblings(body: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  // Sticky: each element begins where the previous one ended, so that nothing between them is skipped.
  const element = /<(\w{1,50})(?:\/>|>([^<]*)<\/\1>)\s*/y;
  while (element.lastIndex < body.length) {
    const match = element.exec(body);
    const [, name = '', content = ''] = match ?? [];
    const value = decode(content) ?? (decisive.has(name) ? undefined : content);
    if (!match || value === undefined || fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields.size > 0 ? fields : undefined;
}

/**
 * Decodes the five entities that XML predefines, and character references. undefined for any other, or a bare
 * ampersand.
 */
function decode(text: string): string | undefined {
  const known = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi;
  if (text.replace(known, '').includes('&')) return undefined;
  return text.replace(known, (_, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? '';
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point > 0x10ffff ? '' : String.fromCodePoint(point);
  });
}

/** Formats one element of a request. */
export function element(name: string, value: string): string {
  const escaped = value.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<${name}>${escaped}</${name}>`;
}
