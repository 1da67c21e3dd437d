import type { OperationName } from '../domain/dealer/dealer.ts';
import { objectOf, whole } from './answer-members.ts';
import { pipelineExamples, successesOf, unexpectedExample } from './example-makers.ts';
import type { ExampleFields, ExampleSetUp, JsonSchema, OperationDocument } from './operation-document.ts';
import { type PipelineReason, pipelineSteps } from './pipeline-steps.ts';

// Words that operations under /DealerSale/ share.

/** The first steps of the order of refusals. */
export const dealerSaleSteps = (what: string) =>
  pipelineSteps({
    block: 'DealerSaleAuthentication',
    channel: `The dealer has no permission for the channel; ${what} needs none.`,
  });

/** The refusals that every operation shares. */
export const dealerSaleRefusals = (operation: OperationName, request: ExampleFields) =>
  pipelineExamples(request, { operation });

interface ListWords extends Pick<OperationDocument<never, never>, 'title' | 'description'> {
  readonly operation: OperationName;
  /** What is listed, in the plural. */
  readonly kind: string;
  /** Name of the list in the answer. */
  readonly list: string;
  readonly items: JsonSchema;
  readonly most: number;
  /** Name of the member that tells where the list goes on, and of the field that asks for it. */
  readonly goesOn?: string;
  /** An example with two records. */
  readonly two?: { readonly entries: readonly object[]; readonly scene: ExampleSetUp };
}

/** The words and examples of an operation without fields that lists all records of one kind. */
export const listDocument = ({
  operation,
  kind,
  list,
  items,
  most,
  goesOn,
  two,
  ...words
}: ListWords): OperationDocument<never, PipelineReason | 'InvalidRequest'> => {
  const least = {};
  const listed = (entries: readonly object[]) => ({
    [`${list}Count`]: entries.length,
    [list]: entries,
    ...(goesOn === undefined ? {} : { [goesOn]: 0 }),
  });
  const success = successesOf(least, { data: listed([]) });
  const full = two && success('two', `Two ${kind}`, {}, { data: listed(two.entries), setUp: two.scene });
  return {
    ...words,
    fields: {},
    data: objectOf({
      [`${list}Count`]: whole(`Number of entries in ${list}.`),
      [list]: { type: 'array', maxItems: most, items, description: 'Newest first.' },
      ...(goesOn === undefined
        ? {}
        : { [goesOn]: whole(`With which ${goesOn} the list goes on; 0 where it has ended.`) }),
    }),
    order: [
      ...dealerSaleSteps(`reading ${kind}`),
      { step: 'Shape and required fields', conditions: { InvalidRequest: 'The request block is no object.' } },
    ],
    examples: [
      ...(full === undefined ? [] : [full]),
      success('none', `A dealer without ${kind}`, {}),
      ...dealerSaleRefusals(operation, least),
      unexpectedExample(least),
    ],
  };
};
