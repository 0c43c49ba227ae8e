import { newSite, type Site } from '../../shared/sites/site.ts';
import { CREATED_AT } from './make-user.ts';

/** A site with an id that ends with a digit. */
export function makeSite(digit: string, fields: Partial<Site> = {}): Site {
  const id = `019a0000-0000-7000-8000-00000000000${digit}`;
  return { ...newSite({ name: `Site ${digit}` }, { id, tenantId: 'acme', at: CREATED_AT }), ...fields };
}
