import * as z from 'zod';
import type { Synthesis } from './synthesis.ts';

const topicSchema = z.object({ DisplayName: z.string() });

/** The logical ids of the topics, by severity: `page` and `ticket`. */
export function deployedTopics(synthesis: Synthesis): ReadonlyMap<string, string> {
  const topics = [...synthesis.properties('AWS::SNS::Topic', topicSchema)];
  return new Map(topics.map(([id, { DisplayName }]) => [/ (\w+)s$/.exec(DisplayName)?.[1] ?? id, id]));
}
