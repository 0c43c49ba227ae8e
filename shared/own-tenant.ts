/**
 * The tenant of the device that Guard uses to report to itself. Its items are in no index, and no user signs in to it.
 * Its id has a timestamp in 1970, so no other tenant has it. It is outside every scope (access.ts).
 */
export const OWN_TENANT_ID = '00000000-0000-7000-8000-000000000001';

/** The site and device that Guard uses to report to itself. */
export const OWN_SITE_ID = '00000000-0000-7000-8000-000000000002';
export const OWN_DEVICE_ID = '00000000-0000-7000-8000-000000000003';
