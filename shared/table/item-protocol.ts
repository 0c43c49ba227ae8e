import { AwsJson1_0Protocol } from '@aws-sdk/core/protocols';
import { NormalizedSchema } from '@smithy/core/schema';

/** The operations on items. Their responses contain no timestamps. */
const ITEM_OUTPUT = /(?:Items?|Query|Scan)Output$/;

/** An attribute of type B or BS (AWS, DynamoDB API reference, "AttributeValue"), or another name that looks like it. */
const MAYBE_BINARY = /"BS?"\s*:/;

type Settings = ConstructorParameters<typeof AwsJson1_0Protocol>[0];

/**
 * The SDK's protocol of DynamoDB without its visit to each value of a response, which takes a twelfth of the processor time of
 * a list. The visit only decodes binary values, and most responses have none.
 */
export class ItemProtocol extends AwsJson1_0Protocol {
  constructor(settings: Settings) {
    super(settings);
    const { deserializer } = this;
    const visitAll = deserializer.read.bind(deserializer);
    deserializer.read = async (schema, data) => {
      const text = Buffer.from(data).toString();
      const isOfItems = ITEM_OUTPUT.test(String(NormalizedSchema.of(schema).getName()));
      return isOfItems && !MAYBE_BINARY.test(text) ? JSON.parse(text) : visitAll(schema, text);
    };
  }
}
