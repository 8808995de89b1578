/** The part of a schema for readers of the documents, under a keyword that no validator knows. */
const keyword = 'x-documented';

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Schema options for a constraint that a rule checks and JSON Schema can express too. The documents contain
 * it; validation leaves it to the rule, which has better messages. It must not be narrower than the rule.
 *
 * @param keywords of JSON Schema 2020-12, with patterns that mean the same to every engine: `[0-9]`, not `\d`
 */
export function documented(keywords: Keywords): { readonly [keyword]: Keywords } {
  return { [keyword]: keywords };
}

/** Splits a schema into the parts for validators and for readers of the documents. */
export function splitDocumented(schema: Keywords): { readonly checked: Keywords; readonly told: Keywords } {
  const { [keyword]: told = {}, ...checked } = schema;
  return { checked, told: told as Keywords };
}
