import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason, StoredCardReason } from '../domain/refusal-reasons.ts';
import {
  customerScene,
  customerSteps,
  otherToken,
  sharedExamples,
  UNKNOWN_TOKEN,
  unknownToken,
} from './customer-words.ts';
import { refusalsOf, unexpectedExample } from './example-makers.ts';
import type { ExampleFields, RefusalExample, RefusalStep } from './operation-document.ts';

// What the operations that name one stored card by its token say alike.

type Reason = PipelineReason | StoredCardReason;

/** The order of refusals of such an operation. */
export const cardTokenOrder = (
  what: string,
  invalidRequest = 'CardToken cannot be read.',
): readonly RefusalStep<Reason>[] => [
  ...customerSteps(what),
  {
    step: 'Shape and required fields',
    conditions: { InvalidRequest: invalidRequest, CardTokenIsRequired: 'CardToken is not given.' },
  },
  { step: 'Card', conditions: { CardTokenNotFound: UNKNOWN_TOKEN } },
];

/** Examples of its refusals: each is the least request with one thing wrong. */
export const cardTokenRefusals = (
  operation: OperationName,
  least: ExampleFields,
): readonly RefusalExample<Reason>[] => {
  const refused = refusalsOf<Reason>(least, customerScene);
  return [
    ...sharedExamples(operation, least),
    refused('CardTokenIsRequired', { summary: 'No token', message: 'CardToken is required.' }, { CardToken: '' }),
    refused('CardTokenNotFound', unknownToken, otherToken),
    unexpectedExample(least),
  ];
};
