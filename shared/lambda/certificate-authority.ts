/** A new certificate. Its private key exists only here. */
export interface MadeCertificate {
  /** The SHA-256 of the certificate, in hexadecimal digits. */
  readonly id: string;
  readonly certificate: string;
  readonly privateKey: string;
}

/** What issues the certificates of devices: AWS IoT Core. */
export interface CertificateAuthority {
  /** Makes a certificate that connects only with this client id, which follows from its own. */
  readonly make: (clientIdOf: (id: string) => string) => Promise<MadeCertificate>;
  /** Ends a certificate and what belongs to it, as often as it is called. */
  readonly end: (id: string, clientId: string) => Promise<void>;
}
