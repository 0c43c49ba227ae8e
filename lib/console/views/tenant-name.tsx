import { desk } from '../texts/desk.ts';

/** The tenant in which a platform admin acts; nothing for other users. */
export function TenantName({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <p>
      {desk.detail.tenant} <strong>{name}</strong>
    </p>
  );
}
