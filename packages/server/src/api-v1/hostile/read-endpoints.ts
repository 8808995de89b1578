import type { Document, JsonSchema, OperationObject, Parameter } from '../../openapi/document.ts';

/** The parts of an operation in the document that hostile requests vary. */
export interface Endpoint {
  readonly id: string;
  readonly method: string;
  /** Path from the root of the service, with `{names}`. */
  readonly path: string;
  /** The path as written in the document. */
  readonly place: string;
  /** Matches the paths of the operation. */
  readonly pattern: RegExp;
  readonly has_key: boolean;
  readonly query: readonly string[];
  /** Schema of the JSON body, with every reference followed; null where there is none. */
  readonly body: JsonSchema | null;
  readonly body_example: unknown;
}

/** @throws Error when the document has no operation, or a broken reference */
export function readEndpoints(document: Document): readonly Endpoint[] {
  const base = basePath(document);
  const endpoints = Object.entries(document.paths).flatMap(([place, item]) =>
    Object.entries(item).map(([method, operation]) =>
      readEndpoint(document, operation, { method, base, place }),
    ),
  );
  if (endpoints.length === 0) throw new Error('the document has no operation');
  return endpoints;
}

function readEndpoint(
  document: Document,
  operation: OperationObject,
  { method, base, place }: { method: string; base: string; place: string },
): Endpoint {
  const json = operation.requestBody?.content['application/json'];
  const parameters = follow(document, operation.parameters ?? []) as readonly Parameter[];
  const path = base + place;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    place,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`, 's'),
    has_key: operation.security.length > 0,
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    body: json ? (follow(document, json.schema) as JsonSchema) : null,
    body_example: json?.example ?? {},
  };
}

function basePath({ servers: [server] }: Document): string {
  const url = (server?.url ?? '').replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => server?.variables?.[name]?.default ?? '',
  );
  return new URL(url).pathname.replace(/\/$/, '');
}

/** Copies a part with each reference replaced by its target. None of our schemas is recursive. */
function follow(document: Document, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => follow(document, item));
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part && typeof part.$ref === 'string') return follow(document, find(document, part.$ref));
  return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, follow(document, item)]));
}

function find(document: Document, reference: string): unknown {
  let found: unknown = document;
  for (const name of reference.replace(/^#\//, '').split('/')) {
    found =
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined;
  }
  if (found === undefined) throw new Error(`the document has nothing at ${reference}`);
  return found;
}
