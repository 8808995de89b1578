/** The keyword under which a schema holds its part for readers of the documentation; validators ignore it. */
const keyword = 'x-documented';

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Schema options for a constraint that a rule checks and that JSON Schema can express as well. It appears in the
 * documentation, but validation leaves it to the rule, which has better messages. It must not be narrower than the
 * rule.
 *
 * @param keywords of JSON Schema 2020-12, with patterns that mean the same in every regex engine: `[0-9]`, not
 * `\d`
 */
export function documented(keywords: Keywords): { readonly [keyword]: Keywords } {
  return { [keyword]: keywords };
}

/** Splits a schema into the parts for validators and for readers of the documentation. */
export function splitDocumented(schema: Keywords): { readonly checked: Keywords; readonly told: Keywords } {
  const { [keyword]: told = {}, ...checked } = schema;
  return { checked, told: told as Keywords };
}
