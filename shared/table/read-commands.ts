import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand as DocumentBatchGetCommand,
  QueryCommand as DocumentQueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { nativeItem } from './native-item.ts';

/**
 * The document client's commands that read many items, with the same results for less processor time, which is most of the
 * cost of a list page. An empty `outputKeyNodes` makes the document client convert nothing.
 */

type ResolveQuery = DocumentQueryCommand['resolveMiddleware'];
type ResolveBatchGet = DocumentBatchGetCommand['resolveMiddleware'];

export class QueryCommand extends DocumentQueryCommand {
  protected override readonly outputKeyNodes = {} as never;

  override resolveMiddleware(...given: Parameters<ResolveQuery>): ReturnType<ResolveQuery> {
    const send = super.resolveMiddleware(...given);
    return async (input) => {
      const result = await send(input);
      const { Items, LastEvaluatedKey } = result.output;
      result.output.Items = Items?.map(toNative);
      result.output.LastEvaluatedKey = LastEvaluatedKey && toNative(LastEvaluatedKey);
      return result;
    };
  }
}

export class BatchGetCommand extends DocumentBatchGetCommand {
  protected override readonly outputKeyNodes = {} as never;

  override resolveMiddleware(...given: Parameters<ResolveBatchGet>): ReturnType<ResolveBatchGet> {
    const send = super.resolveMiddleware(...given);
    return async (input) => {
      const result = await send(input);
      const { Responses, UnprocessedKeys } = result.output;
      for (const name in Responses) Responses[name] = Responses[name]?.map(toNative) ?? [];
      for (const rest of Object.values(UnprocessedKeys ?? {})) rest.Keys = rest.Keys?.map(toNative);
      return result;
    };
  }
}

/** The types are those of the document client's result. */
function toNative(item: Record<string, unknown>): Record<string, unknown> {
  return nativeItem(item as Record<string, AttributeValue>);
}
