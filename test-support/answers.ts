import { isDeepStrictEqual } from 'node:util';
import { follow } from '@guichet/server/openapi/breaks/read-schema';
import type {
  Document,
  Header,
  JsonSchema,
  MediaType,
  OperationObject,
  Response,
} from '@guichet/server/openapi/document';
import { Compile } from 'typebox/schema';
import { closeSchema, closeSchemas } from './close-schemas.ts';

/** A response that the service has sent. */
export interface SeenAnswer {
  readonly method: string;
  /**
   * The pattern of the route below the prefix of the API, in OpenAPI notation: `/payments/{id}`; null without
   * a route.
   */
  readonly path: string | null;
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  /** null without a body, or for a stream. */
  readonly body: string | null;
}

export interface AnswerCheck {
  /** Lists the differences between a response and the document; empty if it matches. */
  checkAnswer(answer: SeenAnswer): readonly string[];
  /** Checks one event of a stream as written, without the empty line after it. */
  checkEvent(path: string, text: string): readonly string[];
}

type Check = (value: unknown) => readonly string[];

/**
 * The statuses that are allowed if a request matches no operation, for instance because its path is unknown.
 */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 408, 413, 415, 429, 500, 503]);

/**
 * Headers that matter to callers of the API: an undocumented one is a mistake. All others are for HTTP,
 * caches and browsers.
 */
const telling_headers =
  /^(x-(?!accel-buffering|content-type-options|robots-tag)|ratelimit|retry-after|idempotent|www-authenticate|location)/;

/**
 * Makes the check of responses against a document. Our own responses must match it exactly: fields that a
 * newer version may add are mistakes in this one.
 */
export function makeAnswerCheck(document: Document): AnswerCheck {
  const schemas = closeSchemas(document.components.schemas);
  const checks = new Map<string, Check>();
  const compile = (key: string, schema: JsonSchema): Check => {
    const known = checks.get(key);
    if (known) return known;
    const root = { allOf: [closeSchema(schemas, schema)], components: { schemas } };
    const validator = Compile(root);
    const check: Check = (value) => {
      if (validator.Check(value)) return [];
      const [, errors] = validator.Errors(value);
      return errors.map(
        ({ instancePath, message }) => `${instancePath === '' ? 'the body' : instancePath} ${message}`,
      );
    };
    checks.set(key, check);
    return check;
  };

  const checkBody = (key: string, media: MediaType, body: string): readonly string[] => {
    const value = readJson(body);
    if (value === undefined) return ['the body is not JSON'];
    return [...compile(key, media.schema)(value), ...checkCode(media, value)];
  };

  return {
    checkAnswer: (answer) => {
      const { method, path, status, body } = answer;
      const operation = findOperation(document, answer);
      const name = `${method} ${path ?? '(no route)'} ${status}`;
      const tell = (problems: readonly string[]) => problems.map((problem) => `${name}: ${problem}`);
      if (isPreflight(document, answer)) return [];
      if (!operation) return tell(checkRefusal(answer, compile));
      const documented = operation.responses[status];
      if (!documented) return tell([`this status is not documented for ${operation.operationId}`]);
      const response = follow<Response>(document, documented);
      const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
      const media = response.content?.[type];
      return tell([
        ...checkHeaders(document, response, answer.headers),
        ...(media ? [] : [`'${type}' is not documented as its content type`]),
        ...(media && body !== null && method !== 'HEAD' ? checkBody(name, media, body) : []),
      ]);
    },
    checkEvent: (path, text) => {
      const answer = { method: 'GET', path, status: 200, headers: {}, body: null };
      const operation = findOperation(document, answer);
      const response = operation?.responses[200];
      const media = response && follow<Response>(document, response).content?.['text/event-stream'];
      if (!media) return [`GET ${path}: a stream is not documented`];
      const event = readEvent(text);
      const { contentSchema: held = {} } = media.schema.properties?.data ?? {};
      const problems = [
        ...compile(`GET ${path} event`, media.schema)(event),
        ...compile(
          `GET ${path} event data`,
          held,
        )(readJson(event.data)).map((problem) => problem.replace(/^(the body)?/, '/data')),
      ];
      return problems.map((problem) => `GET ${path} event: ${problem}`);
    },
  };
}

/**
 * Checks an error code against the documented examples, because all operations share one schema of errors.
 */
function checkCode({ examples }: MediaType, body: unknown): readonly string[] {
  const { code } = body as { readonly code?: unknown };
  if (!examples || code === undefined || Object.hasOwn(examples, String(code))) return [];
  return [`/code must be equal to one of ${Object.keys(examples).join(', ')}`];
}

function findOperation(document: Document, { method, path }: SeenAnswer): OperationObject | undefined {
  const item = path === null ? undefined : document.paths[path];
  switch (method) {
    case 'GET':
      return item?.get;
    case 'HEAD':
      // A stream of events has no HEAD operation.
      return item?.get && isStream(item.get) ? undefined : item?.get;
    case 'POST':
      return item?.post;
    case 'PUT':
      return item?.put;
    case 'PATCH':
      return item?.patch;
    case 'DELETE':
      return item?.delete;
    default:
      return undefined;
  }
}

function isStream({ responses }: OperationObject): boolean {
  const success = responses[200];
  return success !== undefined && 'content' in success && 'text/event-stream' in (success.content ?? {});
}

/** Whether a response is to a CORS preflight, for an operation without a key (Fetch standard section 3.2). */
function isPreflight(document: Document, { method, path, status, body }: SeenAnswer): boolean {
  const operations = Object.values(path === null ? {} : (document.paths[path] ?? {}));
  const isOpen = operations.some(({ security }) => security.length === 0);
  return method === 'OPTIONS' && status === 204 && isOpen && (body ?? '') === '';
}

function checkRefusal(
  { method, status, headers, body }: SeenAnswer,
  compile: (key: string, schema: JsonSchema) => Check,
): readonly string[] {
  if (!refusals.has(status)) return ['no operation is documented here, so the response must be a refusal'];
  const problems: string[] = [];
  if (status === 405 && headers.allow === undefined) problems.push('a 405 without Allow');
  if (headers['x-request-id'] === undefined) problems.push('X-Request-Id is missing');
  if (method === 'HEAD') return problems;
  const check = compile('Error', { $ref: '#/components/schemas/Error' });
  return [...problems, ...check(readJson(body ?? ''))];
}

function checkHeaders(
  document: Document,
  response: Response,
  sent: SeenAnswer['headers'],
): readonly string[] {
  const problems: string[] = [];
  const documented = new Set<string>();
  for (const [name, reference] of Object.entries(response.headers ?? {})) {
    const { required, schema } = follow<Header>(document, reference);
    const key = name.toLowerCase();
    const value = sent[key];
    documented.add(key);
    if (value === undefined) {
      if (required) problems.push(`${name} is missing`);
    } else if (!compileOnce(schema).Check(String(value))) {
      problems.push(`${name} is not as documented: ${value}`);
    }
  }
  for (const name of Object.keys(sent)) {
    if (telling_headers.test(name) && !documented.has(name)) problems.push(`${name} is not documented`);
  }
  return problems;
}

/**
 * Compiles a schema once: all responses have the same headers, and compiling their schemas again took longer
 * than the rest of the check.
 */
function compileOnce(schema: JsonSchema): ReturnType<typeof Compile> {
  const known = headerChecks.get(schema);
  if (known) return known;
  const check = Compile(schema);
  headerChecks.set(schema, check);
  return check;
}

const headerChecks = new WeakMap<JsonSchema, ReturnType<typeof Compile>>();

/** Parses JSON; undefined for anything else. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses the name and data of a server-sent event (WHATWG HTML section 9.2.6). */
function readEvent(text: string): { readonly event: string | undefined; readonly data: string } {
  const fields = text.split('\n').map((line) => /^(\w+): ?(.*)$/s.exec(line)?.slice(1) ?? []);
  const valuesOf = (name: string) => fields.filter(([key]) => key === name).map(([, value]) => value);
  return { event: valuesOf('event').at(-1), data: valuesOf('data').join('\n') };
}

/** Tells whether two texts contain the same JSON. Serialization by a schema may silently drop fields. */
export function saysTheSame(given: string, sent: string): boolean {
  return given === sent || isDeepStrictEqual(readJson(given), readJson(sent));
}
