/** Lives depend on alarms of these types: a later one is heard whatever was acknowledged before. */
const LIFE_TYPES: readonly string[] = ['panic', 'fire', 'duress', 'medical'];

export const concernsLives = (type: string): boolean => LIFE_TYPES.includes(type);
