import { ALERT_TYPE_DESCRIPTION, alertSeverityField, alertStatusField, alertTypeField } from './alert.ts';

/** The query parameters that filter an alert list (docs/api-contract.md, "Lists"). */
export const alertFilterFields = {
  // Said again of the parameter: the reference shows no description of a parameter's schema.
  type: alertTypeField.optional().meta({ description: ALERT_TYPE_DESCRIPTION }),
  severity: alertSeverityField.optional(),
  status: alertStatusField.optional(),
};
