import { createStaff } from '@guichet/core/accounts';
import type { Role } from '@guichet/core/platform';
import { command } from '../../../../../test-support/actors.ts';
import type { TestService } from '../../../../../test-support/service.ts';
import { test_password, test_password_hash } from './test-password.ts';

export interface DashboardAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Body as JSON, or as text if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape.
  readonly body: any;
}

/** A browser without a screen: it keeps cookies, and sends the headers that the page sends. */
export interface Visit {
  readonly cookies: ReadonlyMap<string, string>;
  /** @param path below `/dashboard` */
  send(
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<DashboardAnswer>;
  /** Sends a request to the merchant's API in test mode. */
  ask(method: string, path: string, body?: unknown): Promise<DashboardAnswer>;
  signIn(email: string, password?: string): Promise<DashboardAnswer>;
}

/** @param merchant_id the merchant of {@link Visit.ask}; by default the demo merchant */
export function makeVisit(
  { url, demo }: Pick<TestService, 'url' | 'demo'>,
  merchant_id: string = demo.merchant_id,
): Visit {
  const cookies = new Map<string, string>();
  const own = { origin: url, 'x-guichet-dashboard': '1' };
  const send: Visit['send'] = async (method, path, { body, headers = {} } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${url}/dashboard${path}`, {
      method,
      headers: {
        ...(method !== 'GET' && own),
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '' || /max-age=0/i.test(text)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await textOf(response);
    return { status: response.status, headers: response.headers, body: readJson(text) };
  };
  return {
    cookies,
    send,
    ask: (method, path, body) => send(method, `/api/${merchant_id}/test${path}`, { body }),
    signIn: (email, password = test_password) =>
      send('POST', '/auth/sign-in/email', { body: { email, password } }),
  };
}

/** Reads the text of a response, or nothing if it is an endless stream. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return '';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

let made = 0;

/** Creates a person with a role at a merchant, by default the demo's. */
export async function makeStaff(
  { ctx, demo }: Pick<TestService, 'ctx' | 'demo'>,
  role: Role,
  merchant_id: string = demo.merchant_id,
): Promise<{ id: string; email: string }> {
  const email = `${role}-${++made}@shop.example`;
  const { id } = await createStaff(ctx, command, {
    merchant_id,
    email,
    name: `The ${role}`,
    role,
    password_hash: test_password_hash,
  });
  return { id, email };
}

/** Creates a person with a role and signs them in. */
export async function visitAs(
  service: TestService,
  role: Role,
  merchant_id: string = service.demo.merchant_id,
): Promise<Visit & { readonly id: string; readonly email: string }> {
  const person = await makeStaff(service, role, merchant_id);
  const visit = makeVisit(service, merchant_id);
  const { status } = await visit.signIn(person.email);
  if (status !== 200) throw new Error(`sign-in failed with ${status}`);
  return { ...visit, ...person };
}
