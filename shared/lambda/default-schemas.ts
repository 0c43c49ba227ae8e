import * as z from 'zod/mini';
import { SETTINGS } from './settings.ts';

type Rows = typeof SETTINGS;
export type VariableWithDefault = {
  [V in keyof Rows]: Rows[V] extends { default: unknown } ? V : never;
}[keyof Rows];

/** The settings that have a default, for stages, the local server and the documents (settings.ts). */
export const VARIABLES_WITH_DEFAULT = (Object.keys(SETTINGS) as (keyof Rows)[]).filter(
  (variable): variable is VariableWithDefault => 'default' in SETTINGS[variable],
);

type SchemaOf<V extends VariableWithDefault> = z.ZodMiniDefault<Rows[V]['schema']>;

const withDefault = (variable: VariableWithDefault) =>
  z._default(SETTINGS[variable].schema as z.ZodMiniType, SETTINGS[variable].default);

/** The schemas of these settings, by their environment variable. */
export const schemasByVariable = Object.fromEntries(
  VARIABLES_WITH_DEFAULT.map((variable) => [variable, withDefault(variable)]),
) as { [V in VariableWithDefault]: SchemaOf<V> };

/** The schemas of these settings, by their name. */
export const schemasByName = Object.fromEntries(
  VARIABLES_WITH_DEFAULT.map((variable) => [SETTINGS[variable].name, withDefault(variable)]),
) as { [V in VariableWithDefault as Rows[V]['name']]: SchemaOf<V> };

/** The default limits of an installation (docs/api-contract.md, "Limits"), by environment variable. */
export const SETTING_DEFAULTS = z.object(schemasByVariable).parse({});
