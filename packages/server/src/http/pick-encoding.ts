/** Weight of each coding, from 0 (refused) to 1. */
type Weights = ReadonlyMap<string, number>;

/**
 * Picks the encoding of a response by `Accept-Encoding` (RFC 9110 section 12.5.3): of the encodings with the
 * highest weight, the one offered first. The response is not encoded if the header is missing or the client accepts
 * none of our encodings, since a response that it may be unable to read is better than none. `identity;q=0` alone
 * gets the first encoding offered.
 *
 * @param offered best first
 * @returns null for no encoding
 */
export function pickEncoding<Name extends string>(
  header: string | undefined,
  offered: readonly Name[],
): Name | null {
  const weights = readWeights(header ?? '');
  const others = weights.get('*') ?? 0;
  let picked: Name | null = null;
  // An unencoded response has the lowest weight, unless `identity` is listed.
  let most = weights.get('identity') ?? 0;
  for (const name of offered) {
    const weight = weights.get(name) ?? others;
    if (weight > 0 && (picked === null ? weight >= most : weight > most)) {
      picked = name;
      most = weight;
    }
  }
  if (picked !== null || weights.get('identity') !== 0) return picked;
  return offered.find((name) => weights.get(name) !== 0 && weights.get('*') !== 0) ?? null;
}

function readWeights(header: string): Weights {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (name === '') continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    // An invalid weight counts as 0.
    weights.set(name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0);
  }
  return weights;
}
