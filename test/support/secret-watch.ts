import { Console } from 'node:console';
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { Logger } from '@aws-lambda-powertools/logger';

// biome-ignore lint/suspicious/noExplicitAny: endpoints and authorizer take different events
export type AnyHandler = (event: any, context: any) => Promise<any>;

/** Collects the log of a test's functions and every secret in their requests and responses. */
export interface SecretWatch {
  /** Keeps all log lines. */
  readonly logger: Logger;
  /** The log: one JSON object a line. */
  log(): string;
  /** Wraps a handler and records the passwords, tokens and keys in its events and results. */
  through(handler: AnyHandler): AnyHandler;
  /** Throws if the log contains a recorded secret or its hash. */
  check(): void;
}

/** Shorter secrets are words that a log may contain. */
const LEAST_LENGTH = 8;

/** Tokens and keys with their prefix, as they are hashed, and without it, as a log may contain them. */
const SECRETS = [
  /"(?:current_)?password"\s*:\s*"((?:[^"\\]|\\.)*)"/g,
  /\d+\|(guard_\w+)/g,
  /\d+\|guard_(?:[kt]_)?([0-9A-Za-z]+)/g,
  /"(guard_l_\w+)"/g,
  /\/(guard_i_\w+)/g,
  /whsec_([0-9A-Za-z+/]+=*)/g,
];
/** Every body with a secret contains one of these. */
const MARKS = ['password"', 'guard_', 'whsec_'];

export function watchSecrets(): SecretWatch {
  const lines: string[] = [];
  const secrets = new Set<string>();
  const see = (body: unknown) => {
    const text = String(body);
    if (!MARKS.some((mark) => text.includes(mark))) return; // most bodies are long and contain none
    for (const [, secret = ''] of SECRETS.flatMap((pattern) => [...text.matchAll(pattern)])) {
      if (secret.length >= LEAST_LENGTH) secrets.add(secret);
    }
  };
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logger = new Logger();
  logger.setLogLevel('DEBUG');
  Reflect.set(logger, 'console', new Console({ stdout })); // the logger has no option for its output
  return {
    logger,
    log: () => lines.join(''),
    through: (handler) => async (event, context) => {
      see(event.body);
      see(event.authorizationToken);
      const result = await handler(event, context);
      see(result?.body);
      return result;
    },
    check() {
      const log = lines.join('');
      const found = [...secrets].find((secret) => formsOf(secret).some((form) => log.includes(form)));
      if (found !== undefined) throw new Error(`A log holds the secret ${found}, or its hash.`);
      if (/\$argon2|bearer \d/i.test(log)) throw new Error('A log holds a password hash or a header.');
    },
  };
}

function formsOf(secret: string): string[] {
  const digest = (encoding: 'hex' | 'base64' | 'base64url') =>
    createHash('sha256').update(secret).digest(encoding);
  return [secret, digest('hex'), digest('base64'), digest('base64url')];
}
