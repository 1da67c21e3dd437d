import type { OperationName, StepPermission } from '../domain/dealer/dealer.ts';
import type { Rate } from '../domain/money/rate.ts';
import type { PipelineReason as AnyPipelineReason } from '../domain/refusal-reasons.ts';
import { text } from './answer-members.ts';
import { pipelineExamples, refusalsOf } from './example-makers.ts';
import {
  type EarlierCall,
  type ExampleFields,
  type ExampleSetUp,
  type FieldText,
  type JsonSchema,
  OWN_ORDER_ID,
  type RefusalExample,
  type RefusalStep,
} from './operation-document.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the operations that do something with a payment after its charge.

/** How a payment is named. */
export const paymentIdFields: Readonly<Record<'OtherTrxCode' | 'VirtualPosOrderId' | 'ClientIP', FieldText>> = {
  OtherTrxCode: {
    description:
      "The dealer's own code of the payment. Of several attempts with a code the one that was paid is meant, else the latest. Blanks around it are dropped where nothing has the code with them.",
  },
  VirtualPosOrderId: {
    description:
      'The id of the payment at the bank, which names one attempt. Blanks around it are dropped. Given beside OtherTrxCode it must name the same attempt.',
  },
  ClientIP: { description: 'IP address of the machine that asked for it. It is recorded and decides nothing.' },
};

/** The texts of a payment that its dealer may change. */
export const paymentTextFields: Readonly<Record<'Software' | 'Description' | 'BuyerInformation', FieldText>> = {
  Software: { description: 'Name of the software that made the payment.' },
  Description: { description: 'Free text about the payment. It must not hold a card number.' },
  BuyerInformation: {
    description: 'The buyer; each member that is not given stays as it is.',
    members: {
      BuyerFullName: { description: 'Full name. It must not hold a card number.' },
      BuyerEmail: { description: 'E-mail address.' },
      BuyerGsmNumber: { description: 'Phone. A text that is no phone is kept, cut to 30 characters.' },
      BuyerAddress: { description: 'Postal address. It must not hold a card number.' },
    },
  },
};

/** The payment whose texts or shares are changed: also named by its id in the service. */
export const changedPaymentFields = {
  DealerPaymentId: {
    description: 'Id of the payment in the service. Given beside another id it must name the same payment.',
  },
  ...paymentIdFields,
} satisfies Readonly<Record<string, FieldText>>;

/** The payments that a step can be about. */
export const ONE_STEP =
  'One step of a payment runs at a time: capture, void, refund, pool approval, and what the service itself gives back. It is written before the bank is called, and repeated without harm.';

/** A card of the embedded bank, which belongs to nobody, and the rest of a charge. */
const card = {
  CardHolderFullName: 'Elif Yılmaz',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2049',
  CvcNumber: '123',
};

/** A payment that was made before, with these changes. Its code is that of the examples. */
export const charged = (changes: ExampleFields = {}): EarlierCall => ({
  operation: 'DoDirectPayment',
  request: { ...card, Amount: 27.5, OtherTrxCode: 'D-1042', ...changes },
});

const split = {
  CommissionScenario: 3,
  SubDealer: [
    { DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4 },
    { DealerId: 1803, Amount: 17.25, DealerCommissionAmount: 0.7 },
  ],
};

/** The same payment with two sub-dealers. */
export const chargedWithSplit = (changes: ExampleFields = {}): EarlierCall => charged({ ...split, ...changes });

/** A dealer with a virtual POS and two sub-dealers, after these calls. */
export const after = (...before: readonly EarlierCall[]): ExampleSetUp => ({
  virtualPos: [{ bankCode: '64' }],
  subDealers: [{ subDealerId: 1774 }, { subDealerId: 1803 }],
  dealer: { topDealerRates: { '1': 12_000 as Rate } },
  before,
});

/** The code of the payment in the examples. */
export const byCode = { OtherTrxCode: 'D-1042' };
export const byOrder = { VirtualPosOrderId: OWN_ORDER_ID };

type SharedReason =
  | AnyPipelineReason
  | 'OtherTrxCodeOrVirtualPosOrderIdMustGiven'
  | 'OtherTrxCodeAndVirtualPosOrderIdMismatch'
  | 'PaymentNotFound';

/** The first steps of the order of refusals, and those that find the payment and ask for the permission. */
export const stepOrder = (
  invalidRequest = 'A field cannot be read; the message names it.',
): readonly RefusalStep<SharedReason>[] => [
  ...pipelineSteps({ block: 'PaymentDealerAuthentication' }),
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest: invalidRequest,
      OtherTrxCodeOrVirtualPosOrderIdMustGiven: 'Neither OtherTrxCode nor VirtualPosOrderId is given.',
    },
  },
  {
    step: 'Payment',
    conditions: {
      OtherTrxCodeAndVirtualPosOrderIdMismatch: 'Both ids are given and do not name one and the same attempt.',
      PaymentNotFound: 'No payment of this dealer has the ids that were given, or nobody has tried to pay it yet.',
    },
  },
  {
    step: 'Permission',
    conditions: {
      ChannelPermissionNotAvailable:
        'The dealer may not do this with payments of the channel that this one came by. A repeat of a request that was carried out is answered before.',
    },
  },
];

/** The order of refusals of a change of a payment, up to what is said of the payment itself. */
export const changeOrder = <Reason extends string = never>(
  invalidRequest: string,
  ofPayment?: Readonly<Record<Reason, string>>,
) =>
  [
    ...pipelineSteps({
      block: 'PaymentDealerAuthentication',
      channel: 'The dealer has no permission for the channel; this needs none.',
    }),
    {
      step: 'Shape and required fields',
      conditions: {
        InvalidRequest: invalidRequest,
        OtherTrxCodeOrVirtualPosOrderIdMustGiven: 'No id is given.',
      },
    },
    {
      step: 'Payment',
      conditions: {
        OtherTrxCodeAndVirtualPosOrderIdMismatch: 'The ids do not name one and the same payment.',
        PaymentNotFound: 'No payment of this dealer has the ids that were given, or nobody has tried to pay it yet.',
        ...ofPayment,
      },
    },
  ] as readonly RefusalStep<SharedReason | Reason>[];

const NO_PERMISSION = 'This dealer has no permission to do this with payments of this channel.';

/** The same call with another code. */
const earlierNamed = (OtherTrxCode: string, { operation, request }: EarlierCall): EarlierCall => ({
  operation,
  request: { ...request, OtherTrxCode },
});

/** The refusals of ids that name two payments, or none, for a request that is otherwise good. */
export const idRefusals = (
  least: ExampleFields,
  before: EarlierCall,
): readonly RefusalExample<'OtherTrxCodeAndVirtualPosOrderIdMismatch' | 'PaymentNotFound'>[] => {
  const refused = refusalsOf<'OtherTrxCodeAndVirtualPosOrderIdMismatch' | 'PaymentNotFound'>(least, after(before));
  return [
    refused(
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
      {
        summary: 'The ids name two payments',
        message: 'OtherTrxCode and VirtualPosOrderId do not name the same payment.',
        setUp: after(earlierNamed('D-1041', before), before),
      },
      byOrder,
    ),
    refused(
      'PaymentNotFound',
      {
        summary: 'There is no such payment',
        message: 'No payment of this dealer has the given OtherTrxCode or VirtualPosOrderId.',
      },
      { OtherTrxCode: 'D-9999' },
    ),
  ];
};

/** The refusals that every step shares, for a request that is otherwise good. */
export const sharedRefusals = (
  operation: OperationName,
  permission: StepPermission,
  before: EarlierCall = charged(),
): readonly RefusalExample<SharedReason>[] => {
  const refused = refusalsOf<SharedReason>(byCode, after(before));
  return [
    ...pipelineExamples(byCode, { operation }),
    refused(
      'InvalidRequest',
      {
        name: 'longCode',
        summary: 'A field cannot be read',
        message: 'VirtualPosOrderId must be at most 64 characters long.',
      },
      { VirtualPosOrderId: 'ORDER-'.repeat(11) },
    ),
    refused(
      'OtherTrxCodeOrVirtualPosOrderIdMustGiven',
      { summary: 'No id is given', message: 'OtherTrxCode or VirtualPosOrderId must be given.' },
      { OtherTrxCode: '' },
    ),
    ...idRefusals(byCode, before),
    refused('ChannelPermissionNotAvailable', {
      summary: 'The dealer may not do this with direct payments',
      message: NO_PERMISSION,
      setUp: { ...after(before), dealer: { [permission]: ['paymentRequest'] } },
    }),
  ];
};

/** `Data` of a step. */
export const stepData = (members: Readonly<Record<string, JsonSchema>>): JsonSchema => {
  const properties = {
    IsSuccessful: { type: 'boolean', description: 'Whether it was done.' },
    ResultCode: text('The code of the result.'),
    ResultMessage: text('What that code means; empty on success.'),
    ...members,
  };
  return { type: 'object', properties, required: Object.keys(properties) };
};

const virtualPosOrderId: JsonSchema = {
  type: 'string',
  maxLength: 64,
  description: 'The id of the payment at the bank.',
};

/** `Data` of a capture or void: the bank may refuse it. */
export const bankStepData: JsonSchema = stepData({
  ResultCode: {
    type: 'string',
    pattern: '^[0-9]{2,3}$',
    description: "00 where it was done; else the bank's code, 000 to 030.",
  },
  VirtualPosOrderId: virtualPosOrderId,
});

export const bankStepDone = {
  IsSuccessful: true,
  ResultCode: '00',
  ResultMessage: '',
  VirtualPosOrderId: OWN_ORDER_ID,
};

/** The unknown outcome of a capture or void. */
export const OUTCOME_UNKNOWN =
  'The bank has not told what became of it, or the same request is being carried out. Nothing is done twice: repeat the same request to learn the outcome.';
export const OUTCOME_UNKNOWN_MESSAGE =
  'The bank refused, and it is being checked that nothing moved; repeat the same request to learn it.';

/** SubDealer with gross shares. */
export const shares = (description: string): FieldText => ({
  description,
  members: {
    DealerId: { required: true, description: 'Number of the sub-dealer.' },
    Amount: {
      required: true,
      schema: { type: 'number', minimum: 0, maximum: 999_999_999.99 },
      description: 'Its gross share: the part of Amount that it stands for, before any commission.',
    },
  },
});

/** `Data` of a pool operation. */
export const poolData: JsonSchema = stepData({ VirtualPosOrderId: virtualPosOrderId });

export const poolDone = { IsSuccessful: true, ResultCode: '', ResultMessage: '', VirtualPosOrderId: OWN_ORDER_ID };
