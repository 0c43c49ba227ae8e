/** How a request fares at its limits and at access, for what is begun beside: neither promise ever rejects. */
export interface Admission {
  /** Whether the first limit lets the request through; only `login` has a second one, counted after it. */
  readonly passesFirstLimit: Promise<boolean>;
  /** Whether the request is let in. Until then nothing may be done that cannot be taken back. */
  readonly isLetIn: Promise<boolean>;
}
