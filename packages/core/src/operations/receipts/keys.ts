import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { timestampText } from '@guichet/kernel/clock';
import Type, { type Static } from 'typebox';
import type { Actor, CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { SecretKeyError } from '../../platform/secrets/keep-secret.ts';
import { findCurrentKey, insertKey, listKeys, type ReceiptKey, retireKey } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'secrets'>;

/** A public key as others read it (RFC 8037 section 2). */
export const PublicReceiptKey = Type.Object({
  kid: Type.String(),
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ description: 'The public key, base64url.' }),
  created_at: Type.String(),
  replaced_at: Type.Union([Type.String(), Type.Null()], {
    description: 'The time since which another key signs; null for the one that signs.',
  }),
});
export type PublicReceiptKey = Static<typeof PublicReceiptKey>;

/**
 * Presents all public keys, newest first. They are not secret: whoever has them can verify receipts.
 *
 * @throws AppError `forbidden`
 */
export async function listReceiptKeys(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
): Promise<readonly PublicReceiptKey[]> {
  requireScope(actor, 'links:use');
  return (await listKeys(ctx.db)).map(present);
}

/**
 * Replaces the key that signs receipts. Receipts signed before stay genuine, and the old private key is deleted.
 *
 * @returns all public keys, newest first
 */
export async function rotateReceiptKey(ctx: Ctx, actor: CommandActor): Promise<readonly PublicReceiptKey[]> {
  requireScope(actor, 'installation:write');
  await ctx.db.transaction().execute(async (tx) => {
    const current = await findCurrentKey(tx);
    if (current) await retireKey(tx, current.id, ctx.clock.now());
    await insertKey(tx, makeKey(ctx));
  });
  return listReceiptKeys(ctx, actor);
}

/** The key that signs, opened. */
export interface SigningKey {
  readonly id: string;
  readonly private_key: KeyObject;
}

/**
 * Gets the key that signs; the first use creates it.
 *
 * @throws SecretKeyError when no configured key decrypts it
 */
export async function signingKey(ctx: Ctx): Promise<SigningKey> {
  const key = (await findCurrentKey(ctx.db)) ?? (await createFirst(ctx, ctx.db));
  return { id: key.id, private_key: open(ctx, key) };
}

async function createFirst(ctx: Ctx, db: Connection): Promise<ReceiptKey> {
  await insertKey(db, makeKey(ctx));
  const key = await findCurrentKey(db);
  if (!key) throw new Error('there is no key for receipts although one was inserted');
  return key;
}

function makeKey({ clock, secrets }: Pick<Ctx, 'clock' | 'secrets'>) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const public_key = Buffer.from(x, 'base64url');
  const private_text = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  return {
    id: createHash('sha256').update(public_key).digest('base64url').slice(0, 8),
    public_key,
    private_sealed: secrets.seal(private_text),
    created_at: clock.now(),
  };
}

function open({ secrets }: Pick<Ctx, 'secrets'>, { id, private_sealed }: ReceiptKey): KeyObject {
  if (private_sealed === null) throw new Error(`the private part of the key ${id} was deleted`);
  let text: string;
  try {
    text = secrets.open(private_sealed);
  } catch (error) {
    throw new SecretKeyError(error);
  }
  return createPrivateKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'pkcs8' });
}

function present({ id, public_key, created_at, replaced_at }: ReceiptKey): PublicReceiptKey {
  return {
    kid: id,
    kty: 'OKP',
    crv: 'Ed25519',
    x: public_key.toString('base64url'),
    created_at: timestampText(created_at),
    replaced_at: replaced_at === null ? null : timestampText(replaced_at),
  };
}
