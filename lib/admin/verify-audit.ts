import * as z from 'zod/mini';
import { sealKeyOf } from '../../shared/audit/seal.ts';
import { bucketCopies } from '../../shared/audit/seal-copies.ts';
import { idField } from '../../shared/base/fields.ts';
import { validate } from '../../shared/base/validation.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import { AdminError } from './admin-error.ts';
import { type AuditFindings, type CheckContext, checkAuditLog } from './check-audit-log.ts';
import type { AdminCommand } from './context.ts';

interface Options {
  readonly tenant: string;
  readonly key?: string;
  readonly bucket?: string;
}

const tenantSchema = z.object({ tenant: idField });

/** Compares the audit log of a tenant with its seals. Fails with the first event or seal that is missing, changed or inserted. */
export const verifyAuditCommand: AdminCommand<Options> = async (
  { table, clock, localKey },
  { tenant, key: given, bucket },
) => {
  // The log of a tenant outlives it.
  const { tenant: tenantId } = validate(tenantSchema, { tenant });
  const name = given ?? (await localKey?.());
  const context: CheckContext = {
    now: clock(),
    key: name === undefined ? undefined : sealKeyOf(connectKey(name, clock)),
    copies: bucket === undefined ? undefined : bucketCopies(bucket),
  };
  const findings = await checkAuditLog(table, tenantId, context);
  const [fault, ...others] = findings.faults;
  if (fault !== undefined) {
    throw new AdminError(others.length === 0 ? fault : `${fault} There are ${others.length} more findings.`);
  }
  return linesOf(findings, context);
};

async function* linesOf(
  { seals, sealedEvents, before, waiting, hasCopies }: AuditFindings,
  { key }: CheckContext,
): AsyncGenerator<string> {
  const last = seals.at(-1);
  yield last
    ? `Intact up to ${last.at}: ${sealedEvents} events, seals ${seals[0]?.number} to ${last.number}.`
    : 'There are no seals.';
  if (last && !key) yield 'The signatures were not checked: name the key with --key.';
  if (last && hasCopies === false) yield 'The bucket has no copy of a seal of this tenant.';
  if (last && !hasCopies)
    yield 'Without copies (--bucket) nobody sees whether the last seals and their events were removed.';
  if (waiting > 0) yield `${waiting} events wait for their seal.`;
  if (before > 0) yield `${before} events are older than the first seal: nothing proves them.`;
}
