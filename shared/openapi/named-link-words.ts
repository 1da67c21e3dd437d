import type { Channel, OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason as AnyPipelineReason } from '../domain/refusal-reasons.ts';
import { pipelineExamples, refusalsOf } from './example-makers.ts';
import {
  type EarlierCall,
  type ExampleFields,
  type ExampleSetUp,
  type FieldText,
  OWN_DEFINITION_ID,
  OWN_LINK_ID,
  type RefusalExample,
  type RefusalStep,
} from './operation-document.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the operations about a payment request that exists.

/** How a payment request is named. */
export const namedLinkFields: Readonly<Record<'OtherTrxCode' | 'UserPosPaymentId', FieldText>> = {
  UserPosPaymentId: {
    description: 'Id of the payment request in the service. Not needed where OtherTrxCode is given.',
  },
  OtherTrxCode: {
    description:
      "The dealer's own code of the payment request. Blanks around it are dropped where nothing has the code with them. Not needed where UserPosPaymentId is given.",
  },
};

/** A payment request that was made before. Its code is that of the examples. */
export const requested = (changes: ExampleFields = {}): EarlierCall => ({
  operation: 'CreateUserPosPayment',
  request: {
    OtherTrxCode: 'N-1042',
    DealerCustomerTypeId: OWN_DEFINITION_ID,
    Amount: 27.5,
    ReturnHash: 1,
    RedirectUrl: 'https://shop.example/result',
    FullName: 'Elif Yılmaz',
    GsmNumber: '5301111111',
    ...changes,
  },
});

export const afterRequest = (...before: readonly EarlierCall[]): ExampleSetUp => ({ before });

/** The code of the payment request in the examples, and its id. */
export const byLinkCode = { OtherTrxCode: 'N-1042' };
export const byLinkId = { UserPosPaymentId: OWN_LINK_ID };

type SharedReason =
  | AnyPipelineReason
  | 'OtherTrxCodeOrUserPosPaymentIdMustBeGiven'
  | 'UserPosPaymentNotFound'
  | 'OtherTrxCodeDoesntMatchUserPosPaymentId';

/** The first steps of the order of refusals, and the one that finds the payment request. */
export const namedLinkOrderWith = (channel: string): readonly RefusalStep<SharedReason>[] => [
  ...pipelineSteps({ block: 'DealerAuthentication', channel }),
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest: 'A field cannot be read; the message names it.',
      OtherTrxCodeOrUserPosPaymentIdMustBeGiven: 'Neither OtherTrxCode nor UserPosPaymentId is given.',
    },
  },
  {
    step: 'Payment request',
    conditions: {
      OtherTrxCodeDoesntMatchUserPosPaymentId: 'Both are given and do not name one and the same payment request.',
      UserPosPaymentNotFound:
        'No payment request of this dealer has what was given; a payment of another kind is none.',
    },
  },
];

/** The same of an operation that needs no channel. */
export const namedLinkOrder = namedLinkOrderWith(
  'The dealer has no permission for the channel; this operation needs none.',
);

/** The refusals that these operations share. */
export const namedLinkRefusals = (
  operation: OperationName,
  channel?: Channel,
): readonly RefusalExample<SharedReason>[] => {
  const refused = refusalsOf<SharedReason>(byLinkCode, afterRequest(requested()));
  return [
    ...pipelineExamples(byLinkCode, { operation, ...(channel === undefined ? {} : { channel }) }),
    refused(
      'InvalidRequest',
      { summary: 'A field cannot be read', message: 'OtherTrxCode must be at most 128 characters long.' },
      { OtherTrxCode: 'N'.repeat(129) },
    ),
    refused(
      'OtherTrxCodeOrUserPosPaymentIdMustBeGiven',
      { summary: 'Neither is given', message: 'OtherTrxCode or UserPosPaymentId must be given.' },
      { OtherTrxCode: '' },
    ),
    refused(
      'OtherTrxCodeDoesntMatchUserPosPaymentId',
      {
        summary: 'They name two payment requests',
        message: 'OtherTrxCode and UserPosPaymentId do not name the same payment request.',
        setUp: afterRequest(requested({ OtherTrxCode: 'N-1041' }), requested()),
      },
      byLinkId,
    ),
    refused(
      'UserPosPaymentNotFound',
      {
        summary: 'There is no such payment request',
        message: 'No payment request of this dealer has the given OtherTrxCode or UserPosPaymentId.',
      },
      { OtherTrxCode: 'N-9999' },
    ),
  ];
};
