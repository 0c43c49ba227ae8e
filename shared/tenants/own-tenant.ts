/**
 * The tenant of the device by which Guard reports to itself. It stands in no index, and so in no list, and nobody signs in to
 * it. Its id is of the year 1970: no other tenant has it.
 */
export const OWN_TENANT_ID = '00000000-0000-7000-8000-000000000001';
