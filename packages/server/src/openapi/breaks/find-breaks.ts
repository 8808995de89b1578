import type { Document, Method, OperationObject, PathItem } from '../document.ts';
import { compareOperations, compareWebhooks } from './compare-operations.ts';
import type { Pair } from './pair.ts';

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * Lists the changes of a document that break programs written for the previous one, one line each; none for additions.
 * Additions are new operations, statuses and events; new fields, headers and values in data that we send; new
 * optional fields and parameters, values and wider limits in data that we accept. A new value that we send counts
 * as an addition because the reference tells callers to expect unknown values and @guichet/client handles them.
 */
export function findBreaks(before: Document, after: Document): readonly string[] {
  const breaks: string[] = [];
  const documents = { before, after };
  const [was, is] = [before, after].map(({ servers }) => servers[0]?.url);
  if (was !== is) breaks.push(`servers: the address is now ${is}, was ${was}`);
  const look = (
    name: string,
    pair: Pair<OperationObject> | null,
    compare: typeof compareOperations,
  ): void => {
    const report = (place: string, what: string) => breaks.push(`${name}: ${place} ${what}`);
    if (pair) compare({ documents, report }, pair);
    else breaks.push(`${name}: was removed`);
  };
  forEachOperation({ before: byShape(before.paths), after: byShape(after.paths) }, (name, pair) =>
    look(name, pair, compareOperations),
  );
  forEachOperation({ before: before.webhooks, after: after.webhooks }, (name, pair) =>
    look(name.replace('POST', 'webhook'), pair, compareWebhooks),
  );
  // Removes repetitions, because a field can be reached by several paths.
  return [...new Set(breaks)];
}

type Items = Readonly<Record<string, PathItem>>;

/**
 * Calls `visit` for each operation of the first document, paired with the operation at the same address in the
 * second document; with null if there is none.
 */
function forEachOperation(
  { before, after }: Pair<Items>,
  visit: (name: string, pair: Pair<OperationObject> | null) => void,
): void {
  for (const [path, item] of Object.entries(before)) {
    for (const method of methods) {
      const was = item[method];
      if (!was) continue;
      const is = after[path]?.[method];
      visit(`${method.toUpperCase()} ${path}`, is ? { before: was, after: is } : null);
    }
  }
}

/** Identifies an operation by its address; the names of path parameters do not matter. */
function byShape(paths: Items): Items {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path.replaceAll(/\{\w+\}/g, '{}'), item]),
  );
}
