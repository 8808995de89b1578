import { passkey } from '@better-auth/passkey';
import { actingDatabase } from '@guichet/core/audit/act-as';
import type { Context } from '@guichet/core/context';
import { makeStaffId } from '@guichet/core/staff/ids';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { hashPassword, password_length_max, password_length_min, verifyPassword } from './password.ts';
import { address_header, authors } from './request-author.ts';

const base_path = '/dashboard/auth';
const day_s = 24 * 60 * 60;
/** The library that signs people in, on our database. Its endpoints are mounted one by one in `auth-routes.ts`. */
export type Auth = ReturnType<typeof makeAuth>;

/**
 * Sets the library up: passwords, second factor, passkeys and sessions, each in a table of ours.
 *
 * @param secret signs cookies and seals second factors; the same in every process
 */
export function makeAuth(ctx: Pick<Context, 'pool' | 'public_url' | 'log'>, secret: string) {
  const { hostname, protocol } = new URL(ctx.public_url);
  return betterAuth({
    appName: 'Guichet',
    baseURL: ctx.public_url,
    basePath: base_path,
    secret,
    trustedOrigins: [ctx.public_url],
    telemetry: { enabled: false },
    database: {
      db: actingDatabase(ctx, () => authors.getStore() ?? { kind: 'service' }),
      type: 'postgres',
      transaction: true,
    },
    logger: {
      level: 'error',
      // Its lines may carry what was sent; of a fault the name is enough to look further.
      log: (_level, message) => ctx.log.warn({ message }, 'the sign-in library has a complaint'),
    },
    // Ours are per account too, and shared by all processes: core/staff/limit-tries.ts.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: password_length_min,
      maxPasswordLength: password_length_max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      ...tables.session,
      expiresIn: 7 * day_s,
      updateAge: day_s,
      // Whoever adds a passkey has shown of late that it is them: core/staff/proofs.
      freshAge: 0,
      // Each request asks the database: who is signed out is out at once.
      cookieCache: { enabled: false },
    },
    user: tables.user,
    account: { ...tables.account, accountLinking: { enabled: false } },
    verification: { ...tables.verification, storeIdentifier: 'hashed' },
    advanced: {
      cookiePrefix: 'guichet',
      useSecureCookies: protocol === 'https:',
      defaultCookieAttributes: { path: '/dashboard', sameSite: 'strict', httpOnly: true },
      ipAddress: { ipAddressHeaders: [address_header] },
      database: { generateId: () => makeStaffId('stf') },
    },
    plugins: [
      twoFactor({ issuer: 'Guichet', schema: tables.two_factor }),
      passkey({
        rpID: hostname,
        rpName: 'Guichet',
        origin: ctx.public_url,
        schema: tables.passkey,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        // It stands for password and second factor: a device that anybody can use who holds it will not do.
        registration: {
          afterVerification: ({ verification: { registrationInfo } }) =>
            requireVerified(registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification: { authenticationInfo } }) =>
            requireVerified(authenticationInfo.userVerified),
        },
      }),
    ],
  });
}

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified === true) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'Unlock the passkey with a fingerprint, a face or a PIN.',
  });
}

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** Where the library keeps what: its words and ours (migrations/0006-dashboard.ts). */
const tables = {
  user: { modelName: 'staff', fields: { emailVerified: 'email_verified', ...dates } },
  session: {
    modelName: 'staff_sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...dates,
    },
  },
  account: {
    modelName: 'staff_accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...dates,
    },
  },
  verification: { modelName: 'staff_verifications', fields: { expiresAt: 'expires_at', ...dates } },
  two_factor: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'staff_two_factors',
      fields: {
        userId: 'user_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
  passkey: {
    passkey: {
      modelName: 'staff_passkeys',
      fields: {
        userId: 'user_id',
        publicKey: 'public_key',
        credentialID: 'credential_id',
        deviceType: 'device_type',
        backedUp: 'backed_up',
        createdAt: 'created_at',
      },
    },
  },
};
