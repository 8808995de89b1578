import { passkey } from '@better-auth/passkey';
import { actingDatabase, makeStaffId } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { issuer } from './label-sign-in.ts';
import { passkey_known } from './passkey-known.ts';
import { password_length_min, password_units_max } from './password.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { makeCodeStore, makeHashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { noteVerified } from './register-passkey.ts';
import { address_header, authors } from './request-author.ts';

const base_path = '/dashboard/auth';
/** The library that signs people in, on our database. Its endpoints are mounted one by one in `auth-routes.ts`. */
export type Auth = ReturnType<typeof makeAuth>;

/**
 * Sets the library up: passwords, second factor, passkeys and sessions, each in a table of ours.
 *
 * @param secret signs cookies and seals second factors; the same in every process
 */
export function makeAuth(
  ctx: Pick<Context, 'pool' | 'public_url' | 'log' | 'session_limits'>,
  secret: string,
) {
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
      // The library's log lines may contain what was sent; the name of an error is enough to investigate.
      log: (_level, message) => ctx.log.warn({ message }, 'the sign-in library reported an error'),
    },
    // Our own limits (core/accounts/staff/limit-attempts.ts) also apply to each account, and all processes share
    // them.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: password_length_min,
      maxPasswordLength: password_units_max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      ...tables.session,
      expiresIn: Math.ceil(ctx.session_limits.total_ms / 1000),
      // The lifetime is checked when a session is read, and nothing extends it: core/staff/sessions.
      disableSessionRefresh: true,
      // Adding a passkey requires step-up authentication: core/staff/proofs.
      freshAge: 0,
      // Each request queries the database, so signing out takes effect immediately.
      cookieCache: { enabled: false },
    },
    user: tables.user,
    account: { ...tables.account, accountLinking: { enabled: false } },
    verification: { ...tables.verification, storeIdentifier: 'hashed' },
    advanced: {
      ...cookiesOf(ctx.public_url),
      ipAddress: { ipAddressHeaders: [address_header] },
      database: { generateId: () => makeStaffId('stf') },
    },
    plugins: [makeTwoFactor(secret), makePasskey(ctx.public_url)],
  });
}

/** The code of an app in addition to the password, with recovery codes for a lost phone. */
function makeTwoFactor(secret: string) {
  return twoFactor({
    issuer,
    schema: tables.two_factor,
    backupCodeOptions: {
      customBackupCodesGenerate: makeRecoveryCodes,
      storeBackupCodes: makeCodeStore(makeHashRecoveryCode(secret), (data) =>
        symmetricDecrypt({ key: secret, data }),
      ),
    },
  });
}

/** Passkeys, which replace password and second factor. */
function makePasskey(public_url: string) {
  const { hostname } = new URL(public_url);
  return passkey({
    rpID: hostname,
    rpName: 'Guichet',
    origin: public_url,
    schema: tables.passkey,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    // A passkey replaces password and second factor, so a device that does not verify its user is not enough.
    registration: {
      afterVerification: async ({ ctx: { context }, verification: { registrationInfo } }) => {
        noteVerified();
        requireVerified(registrationInfo?.userVerified);
        const where = [{ field: 'credentialID', value: registrationInfo?.credential.id ?? '' }];
        if ((await context.adapter.findOne({ model: 'passkey', where })) === null) return;
        throw new APIError('BAD_REQUEST', passkey_known);
      },
    },
    authentication: {
      afterVerification: ({ verification: { authenticationInfo } }) =>
        requireVerified(authenticationInfo.userVerified),
    },
  });
}

/**
 * Names and attributes of cookies. Over https their name begins with `__Host-` (RFC 6265bis, section 4.1.3.2), so
 * that no other host of the domain and no attacker on the network can set them. It requires `Secure` and `Path=/`.
 * Over http, on a developer's machine, browsers would reject that name.
 */
function cookiesOf(public_url: string) {
  const secure = new URL(public_url).protocol === 'https:';
  return {
    cookiePrefix: secure ? '__Host-guichet' : 'guichet',
    // The library's own prefix would precede ours.
    useSecureCookies: false,
    defaultCookieAttributes: { path: '/', sameSite: 'strict', httpOnly: true, secure },
  } as const;
}

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified === true) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'USER_NOT_VERIFIED',
    message: 'Unlock the passkey with a fingerprint, a face or a PIN.',
  });
}

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** The tables of the library under our names (platform/migrations/baseline/staff.ts). */
const tables = {
  user: {
    modelName: 'staff',
    // The library requires a unique name; an e-mail address exists once for each merchant.
    fields: { email: 'sign_in_name', emailVerified: 'email_verified', ...dates },
    additionalFields: {
      address: { type: 'string', fieldName: 'email', required: true, input: false },
      merchantId: { type: 'string', fieldName: 'merchant_id', required: true, input: false },
    },
  },
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
} as const;
