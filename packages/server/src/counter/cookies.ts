import type { FastifyReply, FastifyRequest } from 'fastify';

/** The token of the device, which is paired with a till until somebody disconnects it. */
const till_cookie = 'guichet_till';
/** The token of the cashier's sign-in; the service ends it earlier when the till is not used. */
const cashier_cookie = 'guichet_cashier';
const year_s = 365 * 24 * 60 * 60;
const day_s = 24 * 60 * 60;

type Name = 'till' | 'cashier';

const cookies = {
  till: { name: till_cookie, max_age_s: year_s },
  cashier: { name: cashier_cookie, max_age_s: day_s },
} as const;

/** Reads one of the till's tokens from a request. */
export function readToken({ headers }: FastifyRequest, which: Name): string | undefined {
  const { name } = cookies[which];
  const parts = (headers.cookie ?? '').split(';').map((part) => part.trim());
  const found = parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  return found === '' ? undefined : found;
}

/** Stores one of the till's tokens in the browser, where no script can read it; null removes it. */
export function writeToken(reply: FastifyReply, which: Name, token: string | null, public_url: string): void {
  const { name, max_age_s } = cookies[which];
  const secure = public_url.startsWith('https:') ? '; Secure' : '';
  const age_s = token === null ? 0 : max_age_s;
  reply.header(
    'set-cookie',
    `${name}=${token ?? ''}; Path=/caisse; Max-Age=${age_s}; HttpOnly; SameSite=Lax${secure}`,
  );
}
