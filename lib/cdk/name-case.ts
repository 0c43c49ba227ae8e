/** Converts `alert-events` to `AlertEvents`, for logical ids. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts `AlertEvents` to `alert-events`. */
export function kebabCase(id: string): string {
  return id.replaceAll(/(?!^)[A-Z]/g, (it) => `-${it}`).toLowerCase();
}
