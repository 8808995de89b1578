import {
  type Author,
  authorOf,
  countSignInAttempt,
  endIfReplaced,
  findSecondFactors,
  requireRecentAuthentication,
  type SignInSubject,
  useCode,
} from '@guichet/core/accounts';
import { invalidFields } from '@guichet/kernel/errors';
import { type Problem, problem } from '@guichet/kernel/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logRefusal } from '../http/askers.ts';
import type { PageErrorEnvelope } from '../http/envelope.ts';
import type { Means } from './admit.ts';
import {
  type Asked,
  endReplaced,
  followRefusal,
  followSearch,
  followSuccess,
  readSession,
} from './after-auth.ts';
import { type AuthEndpoint, auth_endpoints, type Guessing } from './auth-endpoints.ts';
import { answerPasswordChange } from './change-password.ts';
import { findReliance } from './find-reliance.ts';
import { labelApp, labelSignIn } from './label-sign-in.ts';
import type { OpenAuth } from './open-auth.ts';
import { readAuthentication, readRegistration, readRename, requireOwnPasskey } from './passkeys.ts';
import { passwordProblem } from './password.ts';
import { registerPasskey } from './register-passkey.ts';
import { authors } from './request-author.ts';
import { findSignedIn, libraryHeaders, type SignedIn } from './session.ts';
import { findSignIn } from './sign-in.ts';

/**
 * Data that a browser deletes at sign-out. Not `cookies`: that would delete those of the whole registrable domain,
 * including the merchant's other sites (w3.org/TR/clear-site-data section 3.1); ours are deleted by name.
 */
const left_behind = '"cache", "storage"';

/** Mounts the endpoints of the sign-in library, with errors in our format. */
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
          if (endpoint.path === '/sign-out' && response.ok) reply.header('clear-site-data', left_behind);
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
  const before = await findSignedIn(means, request, reply);
  const factors = before && (await findSecondFactors(ctx.db, before.person.user_id));
  // The password in the request is itself step-up authentication, for a person without a second factor.
  const proves_itself = guessing === 'password' && !factors?.app && !factors?.passkey;
  if (needs_proof && before && !proves_itself) requireRecentAuthentication(before);
  const given = await readBody(means, path, request, before);
  const attempt = guessing && (await countSignInAttempt(ctx, subjectOf(guessing, given, before, request)));
  // The library gives recovery codes to anyone with the password, before the app is set up, and accepts them.
  if (path === '/two-factor/verify-backup-code' && before && !factors?.app) {
    return refuse(request, 'app_not_set_up', { code: 'INVALID_BACKUP_CODE', message: 'Invalid backup code' });
  }
  const signing_in = guessing === 'sign_in' ? await findSignIn(means, given) : null;
  if (signing_in) await followSearch(means, signing_in, request);
  if (signing_in?.answer) return signing_in.answer;
  const { body, tried } = signing_in ?? { body: given, tried: [] };
  const label = before && labelled.includes(path) ? await labelSignIn(ctx, before.person) : null;
  if (own_only.includes(path) && before) await requireOwnPasskey(ctx, before, body);
  const relied = await findReliance(means, path, { signing_in, before }, request);
  const said = () => authors.run(authorFor(before, request), () => ask(auth, request, body, label));
  const response = await (path === '/change-password' && before
    ? answerPasswordChange(means, before, body)
    : path === registration
      ? registerPasskey(ctx, body, said)
      : said());
  const asked = { path, body, before, response, request, reply, tried };
  if (!response.ok) {
    logRefusal(request, { status: response.status, code: 'sign_in_refused' });
    await followRefusal(means, asked);
    return response;
  }
  if (relied && (await endIfReplaced(ctx, relied, (await readSession(asked)).token))) {
    return refuse(request, 'password_replaced', {
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'Invalid email or password',
    });
  }
  // The code that completes the setup of an app gives no access, so it is not checked for reuse.
  const opens = path === '/two-factor/verify-totp' && (!before || factors?.app);
  if (opens && !(await isFirstUse(means, asked))) {
    return refuse(request, 'code_used_before', { code: 'INVALID_CODE', message: 'Invalid code' });
  }
  if (!signing_in?.is_search) await attempt?.succeeded();
  await followSuccess(means, asked);
  const is_sign_in = guessing === 'sign_in' || path === '/passkey/verify-authentication';
  if (is_sign_in && before)
    await endReplaced(ctx, before, signing_in?.user_id ?? (await readSession(asked)).user_id);
  return label === null ? response : labelApp(response, label);
}

/** @param reason for the log; the response does not tell it from a wrong password or code */
function refuse(
  request: FastifyRequest,
  reason: string,
  shown: { readonly code: string; readonly message: string },
): Response {
  logRefusal(request, { status: 401, code: reason });
  return Response.json(shown, { status: 401 });
}

const registration = '/passkey/verify-registration';
const own_only = ['/passkey/delete-passkey', '/passkey/update-passkey'];
/** Endpoints that give a device or an app the label of the sign-in. */
const labelled = ['/passkey/generate-register-options', '/two-factor/enable'];

type Body = Readonly<Record<string, unknown>>;

/**
 * @throws AppError `invalid_fields` for a new password that must not be used, and for a response that cannot come
 * from a device
 */
async function readBody(
  { hashRecoveryCode }: Means,
  url: string,
  request: FastifyRequest,
  before: SignedIn | null,
): Promise<Body> {
  const { body } = request;
  const given: Body = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  const { code } = given;
  // Codes are stored as hashes, and compared as such.
  if (url === '/two-factor/verify-backup-code' && typeof code === 'string') {
    return { ...given, code: hashRecoveryCode(code) };
  }
  // A person who is signed out gets the error for being signed out, whatever the body contains.
  if (url === registration && before) return readRegistration(given);
  if (url === '/passkey/update-passkey' && before) return readRename(given);
  if (url === '/passkey/verify-authentication') return readAuthentication(given);
  if (url !== '/change-password') return given;
  const { newPassword: password } = given;
  if (typeof password === 'string' && before) {
    const wrong = await passwordProblem(password, before.person);
    if (wrong !== undefined) throw invalidFields({ newPassword: [wrong] });
  }
  // Anyone who knew the old password is signed out.
  return { ...given, revokeOtherSessions: true };
}

function subjectOf(
  guessing: Guessing,
  { email }: Body,
  before: SignedIn | null,
  { ip: address }: FastifyRequest,
): SignInSubject {
  if (guessing === 'sign_in') return typeof email === 'string' ? { address, email } : { address };
  return before ? before.person : { address };
}

function authorFor(before: SignedIn | null, { ip, id }: FastifyRequest): Author {
  return before ? authorOf(before.person) : { kind: 'service', address: ip, request_id: id };
}

async function ask(
  open: OpenAuth,
  request: FastifyRequest,
  body: Body,
  label: string | null,
): Promise<Response> {
  const auth = await open();
  const { method } = request;
  const url = new URL(request.url, auth.options.baseURL);
  if (label !== null) url.searchParams.set('name', label);
  const headers = libraryHeaders(request);
  if (method === 'GET') return auth.handler(new Request(url, { method, headers }));
  headers.set('content-type', 'application/json');
  return auth.handler(new Request(url, { method, headers, body: JSON.stringify(body) }));
}

/**
 * Whether a code is used for the first time. A code that was used before gives no access: if the library has just
 * created a session for it, that session is ended before the response is sent.
 */
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
  const body: unknown = text === '' ? null : JSON.parse(text, withoutToken);
  reply.status(response.status).type('application/json; charset=utf-8');
  return reply.send(JSON.stringify(response.ok ? body : explain(body, response, request)));
}

/** The session's token is in the cookie alone, where no script of the page can read it. */
const withoutToken = (name: string, value: unknown): unknown => (name === 'token' ? undefined : value);

/** Problems of fields by the library's error codes. */
const field_codes: Readonly<Record<string, readonly [field: string, problem: Problem]>> = {
  INVALID_EMAIL: ['email', problem('not_an_email', 'must be an e-mail address')],
  INVALID_PASSWORD: ['password', problem('wrong_password', 'is not your password')],
  INVALID_CODE: ['code', problem('wrong_code', 'is not correct')],
  INVALID_BACKUP_CODE: ['code', problem('wrong_code', 'is not correct')],
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
