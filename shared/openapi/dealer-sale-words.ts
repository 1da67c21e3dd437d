import type { OperationName } from '../domain/dealer/dealer.ts';
import { objectOf, whole } from './answer-members.ts';
import { pipelineExamples } from './example-makers.ts';
import type { ExampleFields, JsonSchema } from './operation-document.ts';
import { pipelineSteps } from './pipeline-steps.ts';

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

/** A list and the number of its entries. */
export const countedList = (name: string, { items, most }: { readonly items: JsonSchema; readonly most: number }) =>
  objectOf({
    [`${name}Count`]: whole(`Number of entries in ${name}.`),
    [name]: { type: 'array', maxItems: most, items, description: 'Newest first.' },
  });

export const NOT_AN_OBJECT = 'The request block is no object.';
