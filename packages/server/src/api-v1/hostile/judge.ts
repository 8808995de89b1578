import { type AnswerCheck, makeAnswerCheck } from '../../../../../test-support/answers.ts';
import type { Document } from '../../openapi/document.ts';
import type { HostileRequest } from './draft.ts';
import type { Owner, World } from './make-world.ts';
import { changesOnTheWay } from './read-back.ts';
import { type Endpoint, readEndpoints } from './read-endpoints.ts';
import type { HostileAnswer } from './send-hostile.ts';

/** Signs of leaked internals: stack traces, file paths, and words of the database, its driver and the framework. */
const insides =
  /\n\s+at |node_modules|file:\/\/|\.ts:\d|SQLSTATE|syntax error at|violates|duplicate key|relation "|column "|invalid input syntax|byte sequence|FST_ERR|ECONN|TypeError|ReferenceError/;

export interface Judge {
  /** Checks a response. @returns its faults as sentences */
  findFaults(request: HostileRequest, answer: HostileAnswer): readonly string[];
}

/**
 * Makes the judge of responses: each response must match the OpenAPI document, and reveal nothing about other
 * merchants or our internals.
 */
export function makeJudge(document: Document, world: World): Judge {
  const endpoints = readEndpoints(document);
  const check = makeAnswerCheck(document);
  return {
    findFaults: (request, answer) => {
      const found = endpointsAt(endpoints, request);
      return [
        ...faultsOfPromise(check, found, request, answer),
        ...faultsOfServer(request, answer),
        ...leaksOf(world, request, answer),
        ...changesOnTheWay(request, answer),
      ];
    },
  };
}

function faultsOfPromise(
  check: AnswerCheck,
  found: readonly Endpoint[],
  { method, path }: HostileRequest,
  { status, headers, text }: HostileAnswer,
): readonly string[] {
  const asked = method === 'HEAD' ? 'GET' : method;
  const endpoint = found.find((one) => one.method === asked) ?? found[0];
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false;
  const answer = { method, status, headers, body: isStream ? null : text };
  const here = check.checkAnswer({ ...answer, path: endpoint?.place ?? null });
  const events = isStream
    ? eventsOf(text).flatMap((event) => check.checkEvent(endpoint?.place ?? '', event))
    : [];
  const faults = [...here, ...events];
  if (faults.length === 0 || !isAmbiguous(method, path)) return faults;
  return check.checkAnswer({ ...answer, path: null }).length === 0 ? [] : faults;
}

function faultsOfServer(
  { method }: HostileRequest,
  { status, headers, text }: HostileAnswer,
): readonly string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push('it is a server error');
  if (method === 'HEAD' && text !== '') faults.push('the response to HEAD has a body');
  if (insides.test(text)) faults.push('the body shows internals');
  const isJson = headers['content-type'] === 'application/json; charset=utf-8';
  if (status >= 400 && method !== 'HEAD' && !(isJson && text.includes(`"${headers['x-request-id']}"`))) {
    faults.push('the body is not the envelope with the id of the request');
  }
  return faults;
}

function leaksOf(world: World, { headers }: HostileRequest, { text }: HostileAnswer): readonly string[] {
  const sent = headers.map(([, value]) => value).join(' ');
  return Object.values<Owner>({ ...world })
    .filter(({ key, marker }) => text.includes(marker) && !sent.includes(key))
    .map(({ marker }) => `the body shows data of another owner: ${marker}`);
}

/** Finds the operations at a URL, whatever the method. Fixed segments take precedence over parameters. */
function endpointsAt(endpoints: readonly Endpoint[], { path }: HostileRequest): readonly Endpoint[] {
  // RFC 9112 section 3.2.2: the absolute URL may be used.
  const place = (path.split(/[?#]/, 1)[0] ?? '').replace(/^http:\/\/[^/]*/, '').replace(/(?<=.)\/$/, '');
  const plain = decodePlainly(place);
  const found = endpoints.filter(({ pattern }) => pattern.test(plain));
  const fixed = found.filter((endpoint) => !endpoint.path.endsWith('}'));
  return fixed.length > 0 ? fixed : found;
}

/**
 * True for HEAD, and for a path with characters that programs interpret differently. In both cases, a 404 is also a
 * valid response.
 */
function isAmbiguous(method: string, path: string): boolean {
  return method === 'HEAD' || /[%;#]|\/\/|\/\./.test(path.split('?', 1)[0] ?? '');
}

function decodePlainly(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    // The text cannot be decoded, so it is not one of our addresses.
    return text;
  }
}

/** The complete events (WHATWG HTML section 9.2). */
function eventsOf(text: string): readonly string[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .filter((block) => /^(event|data):/m.test(block));
}
