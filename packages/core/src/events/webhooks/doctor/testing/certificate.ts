import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Issued {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly name: string;
  readonly private_key: KeyObject;
}

/** Issues a certificate (RFC 5280) for DNS names. @param input.issuer self-signed when omitted */
export function issueCertificate(input: {
  readonly names: readonly string[];
  readonly issuer?: Issued;
  readonly is_authority?: boolean;
  readonly valid_from?: Date;
  readonly valid_to?: Date;
}): Issued {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = input.names[0] ?? 'nobody';
  const { valid_from = new Date('2020-01-01'), valid_to = new Date('2120-01-01') } = input;
  const issuer = input.issuer ?? { name, private_key: privateKey };
  const content = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer.name),
    sequence(generalizedTime(valid_from), generalizedTime(valid_to)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(input.names, input.is_authority ?? false))),
  );
  const signature = sign('sha256', content, issuer.private_key);
  const der = sequence(content, ecdsaWithSha256, bitString(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    private_key: privateKey,
  };
}

function extensions(names: readonly string[], is_authority: boolean): Buffer[] {
  const basic = is_authority ? sequence(tagged(0x01, Buffer.from([0xff]))) : sequence();
  const alternatives = sequence(...names.map((name) => tagged(0x82, Buffer.from(name))));
  return [
    sequence(basicConstraints, tagged(0x04, basic)),
    sequence(subjectAlternativeName, tagged(0x04, alternatives)),
  ];
}

/** Distinguished Encoding Rules (X.690): tag, length, content. */
function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from([content.length >> 8, content.length & 0xff]);
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content]);
}

const sequence = (...contents: readonly Buffer[]): Buffer => tagged(0x30, ...contents);
const integer = (bytes: Buffer): Buffer => tagged(0x02, bytes);
const bitString = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes);
const objectId = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const generalizedTime = (time: Date): Buffer =>
  tagged(0x18, Buffer.from(`${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
const distinguishedName = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(name)))));

// 1.2.840.10045.4.3.2, 2.5.4.3, 2.5.29.19 and 2.5.29.17.
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const commonName = objectId('550403');
const basicConstraints = objectId('551d13');
const subjectAlternativeName = objectId('551d11');
