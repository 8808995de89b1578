import type { Content, Document, Header, OperationObject, Parameter, Response } from '../document.ts';
import { compareSchemas, type Report } from './compare-schemas.ts';
import type { Direction, Pair } from './pair.ts';
import { follow } from './read-schema.ts';

/** Both documents, with a function that reports breaks. */
interface Comparison {
  readonly documents: Pair<Document>;
  readonly report: Report;
}

/** Reports changes that break a program that calls the operation. */
export function compareOperations(comparison: Comparison, pair: Pair<OperationObject>): void {
  const { before, after } = pair;
  if (before.operationId !== after.operationId) {
    comparison.report('operationId', `is now ${after.operationId}, was ${before.operationId}`);
  }
  compareSecurity(comparison, pair);
  compareParameters(comparison, pair, 'taken');
  compareBodies(comparison, pair);
  compareResponses(comparison, pair);
}

/** Reports changes that break a program that receives the webhook; roles are reversed, because we are the caller. */
export function compareWebhooks(comparison: Comparison, pair: Pair<OperationObject>): void {
  compareParameters(comparison, pair, 'sent');
  const [before, after] = [pair.before, pair.after].map(({ requestBody }) => requestBody?.content ?? {});
  compareContents(comparison, { before: before ?? {}, after: after ?? {} }, 'sent', 'body');
}

function compareSecurity({ documents, report }: Comparison, { before, after }: Pair<OperationObject>): void {
  const describe = (document: Document, { security }: OperationObject): readonly string[] =>
    (security.length === 0 ? [{}] : security).map((ways) =>
      Object.keys(ways)
        .map((name) => {
          const { type, scheme } = document.components.securitySchemes[name] ?? {};
          return `${type} ${scheme}`;
        })
        .toSorted()
        .join(' and '),
    );
  const accepted = describe(documents.after, after);
  for (const way of describe(documents.before, before)) {
    if (!accepted.includes(way)) {
      report('security', `${way === '' ? 'no key' : way} is no longer accepted`);
    }
  }
}

function compareParameters(
  { documents, report }: Comparison,
  pair: Pair<OperationObject>,
  direction: Direction,
): void {
  const before = parametersOf(documents.before, pair.before);
  const after = parametersOf(documents.after, pair.after);
  for (const [key, was] of before) {
    const is = after.get(key);
    if (!is) {
      report(key, 'was removed');
      continue;
    }
    const [promised, kept] = direction === 'sent' ? [was, is] : [is, was];
    if (promised.required && !kept.required) {
      report(key, direction === 'sent' ? 'may now be missing' : 'is now required');
    }
    compareSchemas(documents, { before: was.schema, after: is.schema }, direction, (place, what) =>
      report(joinPlace(key, place), what),
    );
  }
  if (direction === 'sent') return;
  for (const [key, { required }] of after) {
    if (required && !before.has(key)) report(key, 'is now required');
  }
}

/**
 * Parameters by location and name. Path parameters are identified by their order instead, because callers never see
 * their names.
 */
function parametersOf(document: Document, { parameters = [] }: OperationObject): Map<string, Parameter> {
  const found = parameters.map((parameter) => follow<Parameter>(document, parameter));
  const in_path = found.filter((parameter) => parameter.in === 'path');
  return new Map(
    found.map((parameter) => [
      parameter.in === 'path'
        ? `path parameter ${in_path.indexOf(parameter) + 1}`
        : `${parameter.in} parameter ${parameter.name.toLowerCase()}`,
      parameter,
    ]),
  );
}

function compareBodies(comparison: Comparison, { before, after }: Pair<OperationObject>): void {
  const was = before.requestBody;
  const is = after.requestBody;
  if (is?.required && !was?.required) comparison.report('body', 'is now required');
  if (was && is) compareContents(comparison, { before: was.content, after: is.content }, 'taken', 'body');
  else if (was) comparison.report('body', 'was removed');
}

function compareResponses(comparison: Comparison, { before, after }: Pair<OperationObject>): void {
  const { documents, report } = comparison;
  for (const [status, response] of Object.entries(before.responses)) {
    const other = after.responses[status];
    if (!other) {
      report(status, 'was removed');
      continue;
    }
    const was = follow<Response>(documents.before, response);
    const is = follow<Response>(documents.after, other);
    compareHeaders(comparison, { before: was, after: is }, status);
    compareContents(comparison, { before: was.content ?? {}, after: is.content ?? {} }, 'sent', status);
  }
}

function compareHeaders({ documents, report }: Comparison, pair: Pair<Response>, status: string): void {
  const { before = {}, after = {} } = { before: pair.before.headers, after: pair.after.headers };
  for (const [name, header] of Object.entries(before)) {
    const place = `${status} header ${name}`;
    const other = after[name];
    if (!other) {
      report(place, 'was removed');
      continue;
    }
    const was = follow<Header>(documents.before, header);
    const is = follow<Header>(documents.after, other);
    if (was.required && !is.required) report(place, 'may now be missing');
    compareSchemas(documents, { before: was.schema, after: is.schema }, 'sent', (_, what) =>
      report(place, what),
    );
  }
}

function compareContents(
  { documents, report }: Comparison,
  { before, after }: Pair<Content>,
  direction: Direction,
  place: string,
): void {
  for (const [type, was] of Object.entries(before)) {
    const is = after[type];
    if (is) {
      compareSchemas(documents, { before: was.schema, after: is.schema }, direction, (inside, what) =>
        report(joinPlace(place, inside), what),
      );
    } else report(place, `is no longer ${type}`);
  }
}

function joinPlace(outer: string, inner: string): string {
  return inner === '' ? outer : `${outer} ${inner}`;
}
