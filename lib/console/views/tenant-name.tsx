/** In which tenant a platform admin acts; nothing for everybody else. */
export function TenantName({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <p>
      Tenant: <strong>{name}</strong>
    </p>
  );
}
