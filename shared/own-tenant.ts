/**
 * The tenant of the device by which Guard reports to itself. What belongs there by right stands in no index, and nobody signs
 * in to it. Its id is of the year 1970: no other tenant has it. No request addresses it: it is in nobody's reach (access.ts).
 */
export const OWN_TENANT_ID = '00000000-0000-7000-8000-000000000001';

/** The site and the device by which Guard reports to itself. */
export const OWN_SITE_ID = '00000000-0000-7000-8000-000000000002';
export const OWN_DEVICE_ID = '00000000-0000-7000-8000-000000000003';
