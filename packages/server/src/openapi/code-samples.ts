import { needsKey, type Operation } from '../api-v1/operation.ts';
import { client_samples } from './client-samples.ts';
import type { CodeSample } from './document.ts';
import { operation_examples } from './examples.ts';
import { path_values } from './samples.ts';

/**
 * Makes samples of an operation: a curl command and a call of our library.
 *
 * @param base_url address of the service with `/api`
 */
export function codeSamples(operation: Operation, base_url: string): readonly CodeSample[] {
  const client = client_samples[operation.id];
  return [
    { lang: 'Shell', label: 'curl', source: curlOf(operation, base_url) },
    ...(client === undefined
      ? []
      : [{ lang: 'TypeScript', label: '@guichet/client', source: client.trim() }]),
  ];
}

/** Indentation of continued lines. */
const indent = '  ';

function curlOf(operation: Operation, base_url: string): string {
  const { id, method, path } = operation;
  const { body, query = {} } = operation_examples[id] ?? {};
  const url = `${base_url}/v1${fillPath(path)}${queryText(query)}`;
  const lines = [
    `curl ${'success' in operation ? '' : '-N '}${method === 'POST' ? '-X POST ' : ''}${quoteIfNeeded(url)}`,
    ...(needsKey(operation) ? ['-H "Authorization: Bearer $GUICHET_API_KEY"'] : []),
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(body, null, 2).replaceAll('\n', `\n${indent}`)}'`,
        ]),
  ];
  return lines.join(` \\\n${indent}`);
}

function fillPath(path: string): string {
  return path.replaceAll(/\{\w+\}/g, (name, at: number) => path_values[path.slice(0, at) + name] ?? name);
}

function queryText(query: Readonly<Record<string, string | number>>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) text.set(name, String(value));
  return text.size === 0 ? '' : `?${text}`;
}

/** Quotes an address if it has `?` or `&`, which shells interpret. */
function quoteIfNeeded(url: string): string {
  return /^[\w:/.-]+$/.test(url) ? url : `'${url}'`;
}
