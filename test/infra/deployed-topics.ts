import * as z from 'zod';
import type { Synthesis } from './synthesis.ts';

// The topic of received mail has no name.
const topicSchema = z.object({ DisplayName: z.string().default('') });

/** The logical ids of the topics of alarms, by severity: `page` and `ticket`. */
export function deployedTopics(synthesis: Synthesis): ReadonlyMap<string, string> {
  const topics = [...synthesis.properties('AWS::SNS::Topic', topicSchema)];
  return new Map(
    topics.flatMap(([id, { DisplayName }]) => {
      const [, severity] = / (page|ticket)s$/.exec(DisplayName) ?? [];
      return severity === undefined ? [] : [[severity, id]];
    }),
  );
}
