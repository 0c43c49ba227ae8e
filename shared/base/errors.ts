/**
 * Every error that a client of Guard can receive: its code, status and message. The pipeline, the gateway responses,
 * the OpenAPI document and the tests read this registry.
 */
export const ERRORS = {
  malformed_json: { status: 400, message: 'The request body must be valid JSON in UTF-8.' },
  logout_token_not_valid: { status: 400, message: 'The logout token is not valid.' },
  contradicting_headers: {
    status: 400,
    message:
      'If-Match, Content-Type and Idempotency-Key take one value each. One of them was sent with different values.',
  },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  invalid_credentials: { status: 401, message: 'These credentials do not match our records.' },
  second_factor_required: { status: 401, message: 'A valid code of the second factor is required.' },
  forbidden: { status: 403, message: 'This action is unauthorized.' },
  account_not_active: { status: 403, message: 'This account is not active.' },
  password_login_disabled: { status: 403, message: 'Password login is disabled for this account.' },
  second_factor_setup_required: { status: 403, message: 'Set up a second factor first.' },
  sso_login_disabled: { status: 403, message: 'Single sign-on is disabled for this account.' },
  sso_account_unknown: { status: 403, message: 'No user here is linked to your identity provider account.' },
  sso_role_unknown: { status: 403, message: 'Your identity provider does not say which role you have here.' },
  sso_role_missing: { status: 403, message: 'Your identity provider assigns you no role here.' },
  origin_not_allowed: {
    status: 403,
    message:
      'Only the pages of this machine may call this server, and those of the origin in GUARD_CORS_ORIGIN.',
  },
  not_found: { status: 404, message: 'Not Found.' },
  own_account_protected: {
    status: 403,
    message: 'You cannot delete yourself, change your own role or status, or end your own password login.',
  },
  own_tenant_protected: { status: 403, message: 'You cannot deactivate or delete your own tenant.' },
  not_reopenable: {
    status: 409,
    message: 'Only an alert that was resolved within the last 24 hours can be reopened.',
  },
  dedup_key_taken: { status: 409, message: 'Another open alert has the same dedup key.' },
  alert_not_acknowledged: { status: 409, message: 'Only an acknowledged alert can be taken over or parked.' },
  alert_already_resolved: { status: 409, message: 'The alert has already been resolved.' },
  severity_raised: {
    status: 409,
    message: 'The severity of the alert rose since you saw it. Look at the alert again.',
  },
  alert_not_real: {
    status: 409,
    message: 'Only the pictures of an alert that was resolved as real can be held.',
  },
  second_factor_active: { status: 409, message: 'The second factor is already set up.' },
  email_taken: { status: 409, message: 'The email address is already in use.' },
  invitation_not_open: {
    status: 409,
    message: 'Only an active user who signs in with a password, and has none yet, can be invited.',
  },
  serial_taken: { status: 409, message: 'The serial is already in use in this tenant.' },
  account_taken: {
    status: 409,
    message: 'Another panel of this installation has the account. Choose another one.',
  },
  certificates_not_available: {
    status: 409,
    message: 'This Guard has no broker that takes certificates. Connect with the password of the address.',
  },
  site_not_empty: { status: 409, message: 'The site still has zones or devices.' },
  zone_not_empty: { status: 409, message: 'The zone still has devices.' },
  tenant_not_empty: {
    status: 409,
    message: 'The tenant still has users, sites, keys, webhooks, action plans or alerts.',
  },
  last_tenant_master: { status: 409, message: 'A tenant must keep at least one active tenant master.' },
  last_platform_admin: {
    status: 409,
    message: 'The platform must keep at least one active platform admin.',
  },
  test_limit_reached: {
    status: 409,
    message: 'The site has reached its limit of tests or of time on test.',
  },
  own_test_limit_reached: {
    status: 409,
    message:
      'You have put this site on test 10 times in 24 hours. Extend a running test, or ask a colleague to start one.',
  },
  drill_limit_reached: { status: 409, message: 'Your tenant has started five drills within 24 hours.' },
  test_ended: { status: 409, message: 'The test has ended.' },
  too_many_contacts: { status: 409, message: 'The site has reached its limit of contacts.' },
  too_many_supervisions: { status: 409, message: 'The site has reached its limit of supervisions.' },
  nothing_to_extend: {
    status: 409,
    message: 'No deadline of the supervision passes before this time, and no alert of it is open.',
  },
  too_many_action_plans: {
    status: 409,
    message: 'The tenant has reached its limit of action plans.',
  },
  plan_incomplete: { status: 409, message: 'Required steps of the action plan have no outcome.' },
  too_many_webhooks: { status: 409, message: 'The tenant has reached its limit of webhooks.' },
  too_many_calendars: { status: 409, message: 'The tenant has reached its limit of calendars.' },
  calendar_in_use: { status: 409, message: 'A supervision uses this calendar.' },
  too_many_schedules: { status: 409, message: 'The tenant has reached its limit of schedules.' },
  schedule_in_use: {
    status: 409,
    message: 'Notification rules name the schedule. Take it out of them first.',
  },
  too_many_notification_rules: {
    status: 409,
    message: 'The tenant has reached its limit of notification rules.',
  },
  too_many_channels: { status: 409, message: 'You have reached your limit of channels.' },
  channel_exists: { status: 409, message: 'You have this channel already.' },
  channel_verified: { status: 409, message: 'The channel is already verified.' },
  channel_not_verified: { status: 409, message: 'The channel is not verified.' },
  channel_off: { status: 409, message: 'This installation sends no messages of this kind.' },
  channel_not_reached: {
    status: 422,
    message: 'No message to this address was accepted. Check the address.',
  },
  channel_code_not_valid: {
    status: 422,
    message: 'The code is wrong or has expired. After 10 minutes or 5 wrong codes, add the channel again.',
  },
  too_many_overrides: {
    status: 409,
    message: 'The schedule has reached its limit of overrides that have not ended.',
  },
  too_many_identity_providers: {
    status: 409,
    message: 'The tenant has reached its limit of identity providers.',
  },
  domain_taken: { status: 409, message: 'Another identity provider has verified the domain.' },
  webhook_not_active: { status: 409, message: 'The webhook is disabled.' },
  delivery_not_ended: { status: 409, message: 'The next attempt of the delivery is pending.' },
  too_many_connections: { status: 409, message: 'You have reached your limit of live connections.' },
  event_id_reused: { status: 422, message: 'The id was used for another event.' },
  mail_not_configured: { status: 409, message: 'This installation sends no mail.' },
  mail_not_received: { status: 409, message: 'This installation receives no mail of cameras.' },
  role_managed_by_sso: { status: 409, message: "The identity provider sets this user's role." },
  changed_too_often: { status: 409, message: 'The object keeps changing. Try again.' },
  precondition_failed: { status: 412, message: 'The object has changed since it was read.' },
  payload_too_large: { status: 413, message: 'The request body must not be larger than 64 KiB.' },
  message_too_large: {
    status: 413,
    message: 'A message of another system must not be larger than 4 MiB, packed or not.',
  },
  unsupported_media_type: {
    status: 415,
    message: 'The request body must be application/json, not compressed.',
  },
  validation_failed: { status: 422, message: 'The given data was invalid.' },
  sso_not_available: { status: 422, message: 'Single sign-on is not available for this e-mail address.' },
  sso_code_not_valid: { status: 422, message: 'The code is wrong, used or expired. Sign in again.' },
  idempotency_key_reused: {
    status: 422,
    message: 'The Idempotency-Key was used for another request.',
  },
  link_not_valid: { status: 422, message: 'The link is not valid: it was used, replaced or has expired.' },
  range_too_large: { status: 422, message: 'The range needs more than 10,000 items. Choose a shorter one.' },
  too_many_values: { status: 422, message: 'The filters have too many values.' },
  too_many_requests: { status: 429, message: 'Too Many Attempts.' },
  internal_error: { status: 500, message: 'Server Error.' },
  service_unavailable: { status: 503, message: 'Service Unavailable.' },
  inbound_limit_reached: { status: 503, message: 'The address has used up its limit. Send it again later.' },
  gateway_timeout: { status: 504, message: 'Gateway Timeout.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Validation messages by field. A nested field is named with dots (`site_ids.0`). */
export type FieldErrors = Record<string, string[]>;

/** The JSON body of every error response. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  request_id: string;
  errors?: FieldErrors;
}

/**
 * An error that the client receives. `reason` is only logged: it distinguishes the causes that have the same code, because
 * every invalid token is just `unauthenticated`.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly reason: string | undefined;
  readonly fields: FieldErrors | undefined;
  /** Response headers that only this error has. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    details: {
      reason?: string;
      fields?: FieldErrors;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(
      messageOf(code, details.fields),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.name = 'ApiError';
    this.code = code;
    this.reason = details.reason;
    this.fields = details.fields;
    this.headers = details.headers ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Makes the error for one invalid field, for what a schema cannot detect. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError('validation_failed', { fields: { [field]: [message] } });
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.fields ? { errors: error.fields } : {}),
  };
}

/** The message of a validation error: that of the first field, and how many more there are. */
function messageOf(code: ErrorCode, fields: FieldErrors | undefined): string {
  const [first, ...more] = Object.values(fields ?? {}).flat();
  if (first === undefined) return ERRORS[code].message;
  if (more.length === 0) return first;
  return `${first} (and ${more.length} more ${more.length === 1 ? 'error' : 'errors'})`;
}
