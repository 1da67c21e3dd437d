import type { OperationName } from '../domain/dealer/dealer.ts';
import type { PipelineReason as AnyPipelineReason } from '../domain/refusal-reasons.ts';
import { reusableLinkStates } from '../domain/reusable-link/reusable-link.ts';
import { amount, flag, moment, objectOf, text, whole } from './answer-members.ts';
import { pipelineExamples, refusalsOf } from './example-makers.ts';
import {
  type EarlierCall,
  type ExampleFields,
  type ExampleSetUp,
  type FieldText,
  type JsonSchema,
  OWN_DEFINITION_ID,
  OWN_REUSABLE_LINK_ID,
  type RefusalExample,
  type RefusalStep,
} from './operation-document.ts';
import { currencyCode, installmentNumber } from './payment-detail.ts';
import { pipelineSteps } from './pipeline-steps.ts';

// Words and examples of the operations about reusable links.

/** The smallest request that makes a reusable link. */
export const leastLink = {
  LinkCode: 'BREAD-1',
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Amount: 27.5,
  Title: 'Bread course',
  ReturnHash: 1,
};

/** A reusable link that was made before. Its code is that of the examples. */
export const madeLink = (changes: ExampleFields = {}): EarlierCall => ({
  operation: 'CreateUserPosLink',
  request: { ...leastLink, ...changes },
});

export const afterMakingLinks = (...before: readonly EarlierCall[]): ExampleSetUp => ({ before });

/** The code of the link in the examples, and its id. */
export const byCodeOfLink = { LinkCode: 'BREAD-1' };
export const byIdOfLink = { UserPosLinkId: OWN_REUSABLE_LINK_ID };

/** How a reusable link is named. */
export const namedReusableLinkFields: Readonly<Record<'LinkCode' | 'UserPosLinkId', FieldText>> = {
  UserPosLinkId: { description: 'Id of the link in the service. Not needed where LinkCode is given.' },
  LinkCode: { description: "The dealer's own code of the link. Not needed where UserPosLinkId is given." },
};

type SharedReason =
  | AnyPipelineReason
  | 'LinkCodeOrUserPosLinkIdMustBeGiven'
  | 'UserPosLinkNotFound'
  | 'LinkCodeDoesntMatchUserPosLinkId';

/** The first steps of the order of refusals, and the one that finds the link. */
export const namedReusableLinkOrder: readonly RefusalStep<SharedReason>[] = [
  ...pipelineSteps({
    block: 'DealerAuthentication',
    channel: 'The dealer has no permission for the channel; this operation needs none.',
  }),
  {
    step: 'Shape and required fields',
    conditions: {
      InvalidRequest: 'A field cannot be read; the message names it.',
      LinkCodeOrUserPosLinkIdMustBeGiven: 'Neither LinkCode nor UserPosLinkId is given.',
    },
  },
  {
    step: 'Reusable link',
    conditions: {
      UserPosLinkNotFound: 'No link of this dealer has what was given.',
      LinkCodeDoesntMatchUserPosLinkId: 'Both are given and do not name one and the same link.',
    },
  },
];

/** The refusals that operations about one link share. */
export const namedReusableLinkRefusals = (operation: OperationName): readonly RefusalExample<SharedReason>[] => {
  const refused = refusalsOf<SharedReason>(byCodeOfLink, afterMakingLinks(madeLink()));
  return [
    ...pipelineExamples(byCodeOfLink, { operation }),
    refused(
      'InvalidRequest',
      { summary: 'A field cannot be read', message: 'LinkCode must be at most 100 characters long.' },
      { LinkCode: 'B'.repeat(101) },
    ),
    refused(
      'LinkCodeOrUserPosLinkIdMustBeGiven',
      { summary: 'Neither is given', message: 'LinkCode or UserPosLinkId must be given.' },
      { LinkCode: '' },
    ),
    refused(
      'UserPosLinkNotFound',
      {
        summary: 'There is no such link',
        message: 'No link of this dealer has the given LinkCode or UserPosLinkId.',
      },
      { LinkCode: 'BREAD-9' },
    ),
    refused(
      'LinkCodeDoesntMatchUserPosLinkId',
      {
        summary: 'They name two links',
        message: 'LinkCode and UserPosLinkId do not name the same link.',
        setUp: afterMakingLinks(madeLink({ LinkCode: 'BREAD-0' }), madeLink()),
      },
      byIdOfLink,
    ),
  ];
};

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  oneOf: [schema, { type: 'null' }],
  description,
});

const ifGiven = (description: string): JsonSchema =>
  orNull({ type: 'integer' }, `${description} null where the definition decides about each request.`);

/** Members of a link that its dealer can change, with its state. */
export const changeableSchemas = {
  State: {
    type: 'string',
    enum: reusableLinkStates,
    description:
      'inactive: its dealer switched it off. expired: its time is over. used-up: every place is paid. Nothing is begun in these states; who is at the bank may finish.',
  },
  Description: text('Text of the page below the title, or empty.'),
  ExpireDate: text('Until when payers may begin, like CreateDate, or empty.'),
  MaxPayments: whole('How many payments the link takes; 0 for any number.'),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The members of a link in answers. */
export const reusableLinkSchemas = {
  UserPosLinkId: whole('Id of the link.'),
  LinkCode: text("The dealer's own code of the link."),
  Url: text('The address that payers open.'),
  Title: text('Heading of the page.'),
  ...changeableSchemas,
  Places: orNull(
    objectOf({
      Free: whole('Places that payers can take.'),
      Held: whole('Places of charges that run, are in doubt or are being reversed.'),
      Paid: whole('Places that are paid. A void on the day of the payment frees its place; a refund does not.'),
    }),
    'The places of a link with MaxPayments, which they add up to; null without.',
  ),
  CreateDate: moment('When it was made'),
  CurrencyCode: currencyCode,
  Amount: amount('What each payer pays; 0 where payers choose.'),
  OpenAmount: orNull(
    objectOf({
      Min: amount('The least that a payer may choose.'),
      Max: amount('The most that a payer may choose.'),
      Suggested: { type: 'array', items: { type: 'number' }, description: 'Amounts that the page offers.' },
    }),
    'The limits of an amount that payers choose; null with a fixed one.',
  ),
  AskList: {
    type: 'array',
    items: objectOf({
      Field: { type: 'string', enum: ['FullName', 'Email', 'GsmNumber', 'Note'], description: 'What is asked.' },
      Need: { type: 'string', enum: ['required', 'optional'], description: 'Whether payers may leave it empty.' },
      Label: text("The dealer's name of a Note, or empty."),
    }),
    description: 'What payers are asked for, in the order of the page.',
  },
  DealerCustomerTypeId: whole('The definition whose rules hold for each request.'),
  Language: { type: 'string', enum: ['TR', 'EN', ''], description: 'The language that the request named, or empty.' },
  RedirectUrl: text('Page of the dealer that payers return to, or empty.'),
  IsThreeD: ifGiven('Whether 3D Secure is mandatory.'),
  IsPreAuth: whole('1: payments are pre-authorised.'),
  IsPoolPayment: whole('1: payments are pooled.'),
  InstallmentNumber: installmentNumber,
  SetInstallmentBy: ifGiven('Who chooses the number of installments: 0 payers, 1 the dealer.'),
  CommissionByDealer: ifGiven('Up to which number of installments the dealer bears the commission.'),
  IsCommissionDiffByDealer: whole('1: payers bear the difference alone.'),
  CommissionScenario: whole('The scenario of a link with sub-dealers, or 0.'),
  SubDealerList: {
    type: 'array',
    items: objectOf({
      DealerId: whole('Number of the sub-dealer.'),
      Amount: amount('What the link says of it; 0 where payers choose the amount.'),
      Rate: amount('Its part of an amount that payers choose, as a percentage; 0 with a fixed amount.'),
    }),
    description: 'The sub-dealers as the link names them.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export const countsSchema: JsonSchema = objectOf({
  Opened: whole('Payment requests that payers made of the link.'),
  Started: whole('Requests that somebody tried to pay.'),
  Paid: whole('Requests that are paid; pre-authorised ones count as paid.'),
  GivenBack: whole('Paid requests that were voided, or refunded in full.'),
  SumList: {
    type: 'array',
    items: objectOf({
      CurrencyCode: currencyCode,
      PaidAmount: amount('What was paid, before anything was given back.'),
      GivenBackAmount: amount('What was voided or refunded of it, parts included.'),
    }),
    description: 'Sums of money, one entry for each currency.',
  },
  CountedAt: moment(
    'When the requests were counted: now, or for a link with more than 2,000 requests the end of the last day that a night has counted',
  ),
  IsWhole: flag(
    'Whether all requests up to CountedAt were counted. false: the 2,000 newest alone, because no night has counted the link yet.',
  ),
});

/** The link of the smallest request, in answers. */
export const leastRecord = {
  UserPosLinkId: OWN_REUSABLE_LINK_ID,
  LinkCode: 'BREAD-1',
  Url: 'https://pay.example/link/k3v7q2mzt5w4y6xa2bcdefgh3i.u7Pq0c2mXw9rT4yBn6sKdQ',
  Title: 'Bread course',
  State: 'active',
  Description: '',
  ExpireDate: '',
  MaxPayments: 0,
  Places: null,
  CreateDate: '2026-11-22T14:42:17.26',
  CurrencyCode: 'TL',
  Amount: 27.5,
  OpenAmount: null,
  AskList: [],
  DealerCustomerTypeId: OWN_DEFINITION_ID,
  Language: '',
  RedirectUrl: '',
  IsThreeD: null,
  IsPreAuth: 0,
  IsPoolPayment: 0,
  InstallmentNumber: 1,
  SetInstallmentBy: null,
  CommissionByDealer: null,
  IsCommissionDiffByDealer: 0,
  CommissionScenario: 0,
  SubDealerList: [],
};

/** Members of an answer that differ in every run. */
export const generatedOfLink = ['UserPosLinkId', 'Url', 'CreateDate', 'DealerCustomerTypeId'];
