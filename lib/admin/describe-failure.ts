import * as z from 'zod';
import { ApiError } from '../../shared/base/errors.ts';
import { AdminError, EXIT_CODES, type ExitCode } from './admin-error.ts';

const errorSchema = z.object({ name: z.string(), message: z.string(), code: z.string().optional() });

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);

/** Describes any thrown value in one line. */
export function describeFailure(error: unknown): { message: string; exitCode: ExitCode } {
  if (error instanceof AdminError) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof ApiError) {
    const wrongInput = error.code === 'validation_failed';
    return { message: error.message, exitCode: wrongInput ? EXIT_CODES.wrongUsage : EXIT_CODES.failed };
  }
  const parsed = errorSchema.safeParse(error);
  if (!parsed.success) return { message: String(error), exitCode: EXIT_CODES.failed };
  if (parsed.data.name === 'ExitPromptError') {
    return { message: 'Nothing was done.', exitCode: EXIT_CODES.interrupted };
  }
  return { message: explain(parsed.data), exitCode: EXIT_CODES.failed };
}

/** Explains common errors of the AWS SDK with their remedy. */
function explain({ name, message, code }: z.infer<typeof errorSchema>): string {
  const text = oneLine(message);
  if (name === 'CredentialsProviderError') {
    return `There are no AWS credentials (${text}). Sign in or set AWS_PROFILE, or name the local server with --port.`;
  }
  if (text === 'Region is missing') return 'There is no AWS region. Set AWS_REGION.';
  if (name === 'ResourceNotFoundException') {
    return 'There is no such table in this account and region. The output TableName of the stack has its name.';
  }
  if (code !== undefined && CONNECTION_CODES.has(code)) return `DynamoDB does not answer: ${text || code}.`;
  return `${name}: ${text}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
