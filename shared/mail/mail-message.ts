import * as z from 'zod/mini';

/** The function that sends the queued mail. */
export const SEND_MAIL = 'send-mail';

const TEMPLATE_NAMES = ['invitation', 'password_changed', 'password_reset', 'second_factor_reset'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

const messageSchema = z.object({
  template: z.enum(TEMPLATE_NAMES),
  tenant_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  email: z.optional(z.string()),
});

/** Asks for one mail, to a user by ids or by an address that may belong to nobody. It contains no token: logs may show it. */
export type MailMessage =
  | { readonly template: TemplateName; readonly tenant_id: string; readonly user_id: string }
  | { readonly template: TemplateName; readonly email: string };

/** Throws if the message names no recipient. */
export function readMailMessage(body: string): MailMessage {
  const { template, tenant_id, user_id, email } = messageSchema.parse(JSON.parse(body));
  if (tenant_id !== undefined && user_id !== undefined) return { template, tenant_id, user_id };
  if (email !== undefined) return { template, email };
  throw new Error('The mail message names no recipient.');
}
