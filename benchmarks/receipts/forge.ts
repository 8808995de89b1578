import { generateKeyPairSync, randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { readCode, writeCode } from '@guichet/core/testing';

const keys = ['oldkey01', 'newkey01'].map((id) => ({ id, ...generateKeyPairSync('ed25519') }));
const stranger = generateKeyPairSync('ed25519');
const public_keys = new Map(keys.map(({ id, publicKey }) => [id, publicKey]));
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const genuine = Array.from({ length: 1_000 }, (_, index) => {
  const { id: key_id, privateKey } = keys[index % keys.length] ?? fail();
  return Buffer.from(write(key_id, privateKey), 'base64url');
});

function write(key_id: string, private_key: (typeof stranger)['privateKey']): string {
  return writeCode(
    {
      key_id,
      reference: Array.from({ length: 10 }, () => alphabet[randomInt(32)]).join(''),
      amount: String(randomInt(100, 1_000_000)),
      currency: 'XOF',
      paid_at: '2026-07-25T14:12:00Z',
      mode: 'live',
      merchant_name: `Boutique ${randomInt(100)}`,
    },
    private_key,
  );
}

const any = (): Buffer => Buffer.from(genuine[randomInt(genuine.length)] ?? fail());

/** The ways to forge a code. None can yield a genuine code by chance: see each. */
const ways: Readonly<Record<string, () => string>> = {
  'a flipped bit': () => {
    const bytes = any();
    const bit = randomInt(bytes.length * 8);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return bytes.toString('base64url');
  },
  'another amount': () => {
    const bytes = any();
    // The fourth line starts after the form, the key and the reference.
    const at = 'guichet-receipt-1\nxxxxxxxx\nXXXXXXXXXX\n'.length;
    bytes[at] = bytes[at] === 0x39 ? 0x38 : 0x39;
    return bytes.toString('base64url');
  },
  'the signature of another receipt': () => {
    const [one, other] = [any(), any()];
    if (one.equals(other)) return 'same';
    return Buffer.concat([one.subarray(0, -64), other.subarray(-64)]).toString('base64url');
  },
  'the key of a stranger': () => write('newkey01', stranger.privateKey),
  'two bytes exchanged': () => {
    const bytes = any();
    const [one, other] = [randomInt(bytes.length), randomInt(bytes.length)];
    if (bytes[one] === bytes[other]) return 'same';
    [bytes[one], bytes[other]] = [bytes[other] ?? 0, bytes[one] ?? 0];
    return bytes.toString('base64url');
  },
};

const { forgeries } = workerData as { readonly forgeries: number };
const refused = genuine.filter((code) => !readCode(code.toString('base64url'), (id) => public_keys.get(id)));
const accepted: Record<string, number> = {};
const forge = Object.entries(ways);
for (let count = 0; count < forgeries; count++) {
  const [name, make] = forge[count % forge.length] ?? fail();
  if (readCode(make(), (id) => public_keys.get(id))) accepted[name] = (accepted[name] ?? 0) + 1;
}
parentPort?.postMessage({ refused: refused.length, accepted });

function fail(): never {
  throw new Error('the list is empty');
}
