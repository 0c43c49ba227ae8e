import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** A key and its certificate in PEM. */
export interface OwnCertificate {
  readonly key: string;
  readonly cert: string;
}

const YEARS_MS = 10 * 365 * 86_400_000;
/** Old firmware knows no other algorithm. */
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

/**
 * Makes a key and a certificate that it has signed itself. Cameras do not verify certificates; the key keeps others from reading
 * along. It never leaves the process.
 */
export async function makeOwnCertificate(host: string, now: Date): Promise<OwnCertificate> {
  const { crypto } = globalThis;
  x509.cryptoProvider.set(crypto);
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=${host}`,
    // A camera whose clock is behind takes it, too.
    notBefore: new Date(now.getTime() - YEARS_MS),
    notAfter: new Date(now.getTime() + YEARS_MS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/.{64}/g, '$&\n').trimEnd()}\n-----END PRIVATE KEY-----\n`,
  };
}
