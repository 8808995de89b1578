import { type Author, authorOf } from '@guichet/core/audit/act-as';
import { takeTry } from '@guichet/core/staff/limit-tries';
import { useCode } from '@guichet/core/staff/use-code';
import { invalidFields } from '@guichet/kernel/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorEnvelope } from '../http/envelope.ts';
import type { Means } from './admit.ts';
import type { OpenAuth } from './open-auth.ts';
import { passwordProblem } from './password.ts';
import { authors } from './request-author.ts';
import { findSignedIn, libraryHeaders, type SignedIn } from './session.ts';

/** What can be guessed there: each try is counted. */
type Guessing = 'sign_in' | 'password' | 'code';

/** The endpoints of the library that our page uses, and nothing else of it. */
export const auth_endpoints: readonly (readonly [
  method: 'GET' | 'POST',
  path: string,
  guessing?: Guessing,
])[] = [
  ['POST', '/sign-in/email', 'sign_in'],
  ['POST', '/sign-out'],
  ['GET', '/get-session'],
  ['GET', '/list-sessions'],
  ['POST', '/revoke-session'],
  ['POST', '/revoke-sessions'],
  ['POST', '/revoke-other-sessions'],
  ['POST', '/change-password', 'password'],
  ['POST', '/two-factor/enable', 'password'],
  ['POST', '/two-factor/disable', 'password'],
  ['POST', '/two-factor/generate-backup-codes', 'password'],
  ['POST', '/two-factor/get-totp-uri', 'password'],
  ['POST', '/two-factor/verify-totp', 'code'],
  ['POST', '/two-factor/verify-backup-code', 'code'],
  ['GET', '/passkey/generate-register-options'],
  ['POST', '/passkey/verify-registration'],
  ['GET', '/passkey/generate-authenticate-options'],
  ['POST', '/passkey/verify-authentication', 'code'],
  ['GET', '/passkey/list-user-passkeys'],
  ['POST', '/passkey/delete-passkey'],
  ['POST', '/passkey/update-passkey'],
];

/** Mounts the endpoints of the sign-in library, with errors in our form. */
export function addAuthRoutes(means: Means) {
  return async (app: FastifyInstance): Promise<void> => {
    const { limits } = means;
    for (const [method, url, guessing] of auth_endpoints) {
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        onRequest: async (request, reply) => limits.byAddress(request, reply),
        handler: async (request, reply) => {
          const response = await answer(means, url, guessing, request, reply);
          return forward(response, request, reply);
        },
      });
    }
  };
}

async function answer(
  { ctx, auth }: Means,
  url: string,
  guessing: Guessing | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const before = await findSignedIn(auth, request, reply);
  const body = await readBody(url, request, before);
  const attempt = guessing && (await takeTry(ctx, accountOf(guessing, body, before, request)));
  const response = await authors.run(authorFor(before, request), () => ask(auth, request, body));
  if (!response.ok) return response;
  if (url === '/two-factor/verify-totp' && !before && !(await isFirstUse(ctx, auth, response, body))) {
    return Response.json({ code: 'INVALID_CODE', message: 'Invalid code' }, { status: 401 });
  }
  await attempt?.succeeded();
  // Signing in again leaves no session behind that nobody uses any more.
  if (guessing === 'sign_in' && before) await endSession(auth, before);
  return response;
}

type Body = Readonly<Record<string, unknown>>;

/** @throws AppError `invalid_fields` for a new password that must not be used */
async function readBody(url: string, request: FastifyRequest, before: SignedIn | null): Promise<Body> {
  const { body } = request;
  const given: Body = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  if (url !== '/change-password') return given;
  const { newPassword: password } = given;
  if (typeof password === 'string' && before) {
    const problem = await passwordProblem(password, before.person);
    if (problem !== undefined) throw invalidFields({ newPassword: [problem] });
  }
  // Whoever knew the old one is out.
  return { ...given, revokeOtherSessions: true };
}

function accountOf(
  guessing: Guessing,
  { email }: Body,
  before: SignedIn | null,
  { ip }: FastifyRequest,
): { email: string | null; address: string } {
  if (guessing === 'sign_in') return { email: typeof email === 'string' ? email : null, address: ip };
  return { email: guessing === 'password' && before ? before.person.email : null, address: ip };
}

function authorFor(before: SignedIn | null, { ip, id }: FastifyRequest): Author {
  return before ? authorOf(before.person) : { kind: 'service', address: ip, request_id: id };
}

async function ask(open: OpenAuth, request: FastifyRequest, body: Body): Promise<Response> {
  const auth = await open();
  const { method } = request;
  const url = new URL(request.url, auth.options.baseURL);
  const headers = libraryHeaders(request);
  if (method === 'GET') return auth.handler(new Request(url, { method, headers }));
  headers.set('content-type', 'application/json');
  return auth.handler(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

/** A code that was used already opens nothing: the session it has just made ends before anybody has it. */
async function isFirstUse(
  ctx: Means['ctx'],
  auth: OpenAuth,
  response: Response,
  { code }: Body,
): Promise<boolean> {
  const { token, user } = (await response.clone().json()) as { token: string; user: { id: string } };
  if (await useCode(ctx, user.id, String(code))) return true;
  await endSession(auth, { session_token: token });
  return false;
}

async function endSession(auth: OpenAuth, { session_token }: Pick<SignedIn, 'session_token'>): Promise<void> {
  const { $context } = await auth();
  await (await $context).internalAdapter.deleteSession(session_token);
}

async function forward(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  reply.status(response.status).type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(response.ok ? body : explain(body, response, request)));
}

function explain(body: unknown, { status }: Response, { id }: FastifyRequest): ErrorEnvelope {
  const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<'code' | 'message', unknown>
  >;
  const isFault = status >= 500;
  return {
    message: isFault || typeof message !== 'string' ? 'This was refused.' : message,
    data: null,
    errors: null,
    code: typeof code === 'string' ? code : isFault ? 'internal_error' : 'invalid_request',
    request_id: id,
  };
}
