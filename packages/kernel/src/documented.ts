/** What a schema says to readers of the documents, under a keyword that no validator knows. */
const keyword = 'x-documented';

type Keywords = Readonly<Record<string, unknown>>;

/**
 * Options of a schema for what a rule checks and JSON Schema can say as well. The documents tell it; the check leaves it
 * to the rule, which has words for what is wrong. What is told has to be no narrower than the rule.
 *
 * @param keywords of JSON Schema 2020-12, with patterns that mean the same to every engine: `[0-9]`, not `\d`
 */
export function documented(keywords: Keywords): { readonly [keyword]: Keywords } {
  return { [keyword]: keywords };
}

/** Takes apart what a schema says to validators and what it says to readers of the documents. */
export function splitDocumented(schema: Keywords): { readonly checked: Keywords; readonly told: Keywords } {
  const { [keyword]: told = {}, ...checked } = schema;
  return { checked, told: told as Keywords };
}
