import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { parse as parseUuid } from 'uuid';
import { isId, type RandomBytes } from '../ids.ts';
import { base62Width, decodeBase62, encodeBase62 } from './base62.ts';

/**
 * The token format, apart from where tokens are stored (docs/api-contract.md, "Token"):
 *
 *     <token_id>|guard_<secret>
 *
 * The secret is base 62: tenant id, user id and 160 random bits, then a CRC-32 of those characters, so that
 * secret scanners and the authorizer tell a fake without reading the table.
 */

const UUID_BYTES = 16;
const RANDOM_BYTES = 20;
const PAYLOAD_BYTES = 2 * UUID_BYTES + RANDOM_BYTES;
const PAYLOAD_WIDTH = base62Width(PAYLOAD_BYTES);
const CHECKSUM_BYTES = 4;
const CHECKSUM_WIDTH = base62Width(CHECKSUM_BYTES);
const SECRET_PREFIX = 'guard_';

const TOKEN_PATTERN = `([1-9][0-9]{0,15})\\|(${SECRET_PREFIX}[0-9A-Za-z]{${PAYLOAD_WIDTH + CHECKSUM_WIDTH}})`;

/** The whole Authorization header; API Gateway turns away what does not match (RFC 6750, section 2.1). */
export const AUTHORIZATION_PATTERN = `^[Bb][Ee][Aa][Rr][Ee][Rr] ${TOKEN_PATTERN}$`;

export interface ParsedToken {
  readonly tokenId: number;
  readonly tenantId: string;
  readonly userId: string;
  /** SHA-256 of the secret in base64url: the only trace of it that is ever stored. */
  readonly secretHash: string;
}

export interface IssuedToken extends ParsedToken {
  /** What the client presents. It exists only in the response that hands it out. */
  readonly plainText: string;
}

export function issueToken(
  owner: { tenantId: string; userId: string },
  randomBytes: RandomBytes,
): IssuedToken {
  const tokenId = randomTokenId(randomBytes);
  const payload = encodeBase62(
    Buffer.concat([parseUuid(owner.tenantId), parseUuid(owner.userId), randomBytes(RANDOM_BYTES)]),
    PAYLOAD_WIDTH,
  );
  const secret = `${SECRET_PREFIX}${payload}${checksumOf(payload)}`;
  return {
    tokenId,
    tenantId: owner.tenantId,
    userId: owner.userId,
    secretHash: hashSecret(secret),
    plainText: `${tokenId}|${secret}`,
  };
}

/** The token of an Authorization header, or `undefined` where it cannot be one that Guard issued. */
export function parseAuthorization(header: string): ParsedToken | undefined {
  const [, id, secret] = AUTHORIZATION_REGEXP.exec(header) ?? [];
  return id && secret ? parseToken(id, secret) : undefined;
}

/** Compares two secret hashes in constant time. */
export function isSameHash(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const AUTHORIZATION_REGEXP = new RegExp(AUTHORIZATION_PATTERN);

function parseToken(id: string, secret: string): ParsedToken | undefined {
  const tokenId = Number(id);
  const payload = secret.slice(SECRET_PREFIX.length, -CHECKSUM_WIDTH);
  if (!Number.isSafeInteger(tokenId) || checksumOf(payload) !== secret.slice(-CHECKSUM_WIDTH))
    return undefined;
  const bytes = decodeBase62(payload, PAYLOAD_BYTES);
  if (!bytes) return undefined;
  const tenantId = readUuid(bytes, 0);
  const userId = readUuid(bytes, UUID_BYTES);
  return tenantId && userId ? { tokenId, tenantId, userId, secretHash: hashSecret(secret) } : undefined;
}

function readUuid(bytes: Uint8Array, offset: number): string | undefined {
  const hex = Buffer.from(bytes.subarray(offset, offset + UUID_BYTES)).toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isId(id) ? id : undefined;
}

/** A positive integer that every JSON reader holds exactly: 1 to 2^53 − 1. Random, so that no counter is hot. */
function randomTokenId(randomBytes: RandomBytes): number {
  const value = Buffer.from(randomBytes(8)).readBigUInt64BE() & BigInt(Number.MAX_SAFE_INTEGER);
  return value === 0n ? 1 : Number(value);
}

function checksumOf(payload: string): string {
  const bytes = Buffer.alloc(CHECKSUM_BYTES);
  bytes.writeUInt32BE(crc32(payload));
  return encodeBase62(bytes, CHECKSUM_WIDTH);
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
