import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The server's options for a new passkey, or for signing in with one. */
export interface Asked {
  readonly challenge: string;
}

/** A software passkey. It signs every challenge, as if its owner always agreed. */
export interface SoftPasskey {
  readonly credential_id: string;
  /** The response to the options of a registration. */
  create(asked: Asked): object;
  /** The response to the options of a sign-in. */
  get(asked: Asked): object;
}

/** Flags of authenticator data (WebAuthn section 6.1): present, verified, with a new credential. */
const flags = { shown: 0x05, made: 0x45 } as const;

/**
 * Makes a software passkey.
 *
 * @param origin the origin of the page, such as `http://127.0.0.1:4200`
 * @param id the id of the credential; random if omitted
 */
export function makePasskey(origin: string, id: Buffer = randomBytes(16)): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential_id = id.toString('base64url');
  const rp_hash = createHash('sha256').update(new URL(origin).hostname).digest();
  let uses = 0;
  const client = (type: string, { challenge }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flag: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    return Buffer.concat([rp_hash, Buffer.of(flag), counter]);
  };
  const about = { id: credential_id, rawId: credential_id, type: 'public-key', clientExtensionResults: {} };
  return {
    credential_id,
    create: (asked) => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, coseOf(publicKey)]);
      const data = Buffer.concat([head(flags.made), attested]);
      return {
        ...about,
        response: {
          clientDataJSON: client('webauthn.create', asked).toString('base64url'),
          attestationObject: attestation(data).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get: (asked) => {
      uses++;
      const data = head(flags.shown);
      const client_data = client('webauthn.get', asked);
      const signed = createSign('sha256')
        .update(data)
        .update(createHash('sha256').update(client_data).digest());
      return {
        ...about,
        response: {
          clientDataJSON: client_data.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
        },
      };
    },
  };
}

/** An EC2 key as a COSE_Key (RFC 9053 section 7.1.1): type 2, algorithm -7, curve 1, x, y. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    left,
    Buffer.from('225820', 'hex'),
    right,
  ]);
}

/** CBOR of `{fmt: "none", attStmt: {}, authData}`. */
function attestation(data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.of(0x58, data.length),
    data,
  ]);
}
