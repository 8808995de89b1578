import { type Author, authorOf } from '@guichet/core/audit/act-as';
import { takeTry } from '@guichet/core/staff/limit-tries';
import { findSecondSteps, findSessionProof } from '@guichet/core/staff/proofs/queries';
import { requireProof } from '@guichet/core/staff/proofs/require';
import { useCode } from '@guichet/core/staff/use-code';
import { invalidFields } from '@guichet/kernel/errors';
import { type Problem, problem } from '@guichet/kernel/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageErrorEnvelope } from '../http/envelope.ts';
import type { Means } from './admit.ts';
import { type Asked, followRefusal, followSuccess } from './after-auth.ts';
import { type AuthEndpoint, auth_endpoints, type Guessing } from './auth-endpoints.ts';
import type { OpenAuth } from './open-auth.ts';
import { passwordProblem } from './password.ts';
import { authors } from './request-author.ts';
import { findSignedIn, libraryHeaders, type SignedIn } from './session.ts';

/** Mounts the endpoints of the sign-in library, with errors in our form. */
export function addAuthRoutes(means: Means) {
  return async (app: FastifyInstance): Promise<void> => {
    const { limits } = means;
    for (const endpoint of auth_endpoints) {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        exposeHeadRoute: false,
        onRequest: async (request, reply) => limits.byAddress(request, reply),
        handler: async (request, reply) => {
          const response = await answer(means, endpoint, request, reply);
          return forward(response, request, reply);
        },
      });
    }
  };
}

async function answer(
  means: Means,
  { path, guessing, needs_proof }: AuthEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Response> {
  const { ctx, auth } = means;
  const before = await findBefore(means, request, reply);
  if (needs_proof && before) requireProof(before);
  const body = await readBody(path, request, before);
  const attempt = guessing && (await takeTry(ctx, accountOf(guessing, body, before, request)));
  const has_app = before !== null && (await findSecondSteps(ctx.db, before.person.user_id)).app;
  const response = await authors.run(authorFor(before, request), () => ask(auth, request, body));
  const asked = { path, body, before, response, request };
  if (!response.ok) {
    await followRefusal(means, asked);
    return response;
  }
  // The first code of an app that is being set up opens nothing.
  const opens = path === '/two-factor/verify-totp' && (!before || has_app);
  if (opens && !(await isFirstUse(means, asked))) {
    return Response.json({ code: 'INVALID_CODE', message: 'Invalid code' }, { status: 401 });
  }
  await attempt?.succeeded();
  await followSuccess(means, asked);
  // Signing in again leaves no session behind that nobody uses any more.
  const is_sign_in = guessing === 'sign_in' || path === '/passkey/verify-authentication';
  if (is_sign_in && before) await endSession(auth, before);
  return response;
}

/** Who was signed in before, and what they have shown of who they are. */
async function findBefore(
  { ctx, auth }: Means,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked['before']> {
  const signed_in = await findSignedIn(auth, request, reply);
  const proof = signed_in && (await findSessionProof(ctx.db, signed_in.session_id));
  return proof ? { ...signed_in, ...proof } : null;
}

type Body = Readonly<Record<string, unknown>>;

/** @throws AppError `invalid_fields` for a new password that must not be used */
async function readBody(url: string, request: FastifyRequest, before: SignedIn | null): Promise<Body> {
  const { body } = request;
  const given: Body = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  if (url !== '/change-password') return given;
  const { newPassword: password } = given;
  if (typeof password === 'string' && before) {
    const wrong = await passwordProblem(password, before.person);
    if (wrong !== undefined) throw invalidFields({ newPassword: [wrong] });
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
  return { email: before?.person.email ?? null, address: ip };
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

/** A code that was used already opens nothing: a session that it has just made ends before anybody has it. */
async function isFirstUse({ ctx, auth }: Means, { response, before, body }: Asked): Promise<boolean> {
  const { token, user } = (await response.clone().json()) as { token: string; user: { id: string } };
  if (await useCode(ctx, user.id, String(body.code))) return true;
  if (!before) await endSession(auth, { session_token: token });
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

/** What the library finds wrong with a field, by its codes. */
const field_codes: Readonly<Record<string, readonly [field: string, problem: Problem]>> = {
  INVALID_EMAIL: ['email', problem('not_an_email', 'must be an e-mail address')],
  INVALID_PASSWORD: ['password', problem('wrong_password', 'is not your password')],
  INVALID_CODE: ['code', problem('wrong_code', 'is not right')],
  INVALID_BACKUP_CODE: ['code', problem('wrong_code', 'is not right')],
};

function explain(
  body: unknown,
  { status }: Response,
  { id, routeOptions }: FastifyRequest,
): PageErrorEnvelope {
  const { code: given, message } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<'code' | 'message', unknown>
  >;
  const isFault = status >= 500;
  const code = typeof given === 'string' ? given : isFault ? 'internal_error' : 'invalid_request';
  const [known_as, wrong] = field_codes[code] ?? [];
  const field =
    known_as === 'password' && routeOptions.url?.endsWith('/change-password') ? 'currentPassword' : known_as;
  return {
    message: isFault || typeof message !== 'string' ? 'This was refused.' : message,
    data: null,
    errors: field && wrong ? { [field]: [wrong.sentence] } : null,
    problems: field && wrong ? { [field]: [wrong] } : null,
    reason: null,
    code,
    request_id: id,
  };
}
