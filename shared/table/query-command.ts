import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { QueryCommand as DocumentQueryCommand } from '@aws-sdk/lib-dynamodb';
import { nativeItem } from './native-item.ts';

type Resolve = DocumentQueryCommand['resolveMiddleware'];

/** A Query like the document client's, whose answer costs less processor time: a page of a list is little else. */
export class QueryCommand extends DocumentQueryCommand {
  /** Tells the document client that nothing of the answer is to be converted. */
  protected override readonly outputKeyNodes = {} as never;

  override resolveMiddleware(...given: Parameters<Resolve>): ReturnType<Resolve> {
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

/** The type says what the document client would have made of the item. */
function toNative(item: Record<string, unknown>): Record<string, unknown> {
  return nativeItem(item as Record<string, AttributeValue>);
}
