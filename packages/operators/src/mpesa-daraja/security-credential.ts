import { constants, publicEncrypt } from 'node:crypto';

/**
 * Encrypts the initiator's password as Daraja requires: with the environment's certificate (RSA, PKCS #1
 * v1.5), base64.
 *
 * @param certificate PEM, or the base64 of it or of a .cer file on one line
 * @throws Error for an invalid certificate
 */
export function securityCredential(password: string, certificate: string): string {
  const key = certificate.includes('-----BEGIN')
    ? certificate.replaceAll('\\n', '\n')
    : `-----BEGIN CERTIFICATE-----\n${certificate.replace(/\s+/g, '')}\n-----END CERTIFICATE-----\n`;
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  );
}
