import { whole } from '../../../../shared/openapi/answer-members.ts';
import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  after,
  byCode,
  byOrder,
  charged,
  chargedWithSplit,
  ONE_STEP,
  paymentIdFields,
  sharedRefusals,
  shares,
  stepData,
  stepOrder,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const least = { ...byCode, Amount: 10 };
const accepted = { IsSuccessful: true, ResultCode: '', ResultMessage: '', RefundRequestId: 100_042 };
const success = successesOf(least, { data: accepted, generated: ['RefundRequestId'], setUp: after(charged()) });
const refused = refusalsOf<Reason>(least, after(charged()));

/** The words and examples of a refund (decisions: refunds). */
export const document: DocumentOf<typeof contract> = {
  title: 'Refund a payment',
  description: `Gives money of a payment back to the card, all that is left or a part. The request is accepted at once and carried out by the service: a whole refund while the bank's day of the payment is open is done as a void, anything else once that day is closed. It is tried for 72 hours. The detail list tells how it ended. ${ONE_STEP}`,
  fields: {
    ...paymentIdFields,
    Amount: {
      schema: { type: 'number', minimum: 0, maximum: 999_999_999.99 },
      description: 'What goes back to the card, commission of the payer included; 0 or absent: all that is left.',
    },
    SubDealer: shares(
      'What goes back of the share of each sub-dealer; together they equal Amount. Absent: in proportion to what is left of each share. A single object counts as a list of it alone.',
    ),
    RefundCode: {
      description:
        "The dealer's own name of the refund, which makes a repeat exact: the same code is the same refund for ever, a new code a new one. Without it, the same amount is a repeat while the first refund is carried out and for ten minutes after its end.",
    },
  },
  anyOfFields: ['OtherTrxCode', 'VirtualPosOrderId'],
  data: stepData({ RefundRequestId: whole('Id of the refund: DealerPaymentTrxId of its entry in the detail list.') }),
  order: [
    ...stepOrder(
      'A field cannot be read, or an entry of SubDealer lacks DealerId or Amount; the message names the field.',
    ),
    {
      step: 'State of the payment',
      conditions: {
        RefundNotAvailable:
          'The payment is a pre-authorisation that was not captured; it failed, was voided, or is still pending; or it has had all the steps that a payment may have.',
        InvalidRequest: 'RefundCode was used for a refund of this payment with another amount or other shares.',
        RefundRequestAlreadyExist: 'Another refund or another step of the payment is running.',
      },
    },
    {
      step: 'Amount',
      conditions: {
        InvalidAmount: 'Amount exceeds what is left, or SubDealer does not fit the payment or does not add up to it.',
      },
    },
  ],
  examples: [
    success('part', 'A part of a payment', {}),
    success('whole', 'All that is left, by the order at the bank', { ...byOrder, OtherTrxCode: '', Amount: 0 }),
    success('amountAsText', 'An amount as text', { Amount: '10.00' }, { spelling: 'tolerated' }),
    success('named', 'A refund with a name of its own', { RefundCode: 'R-77' }),
    success(
      'split',
      'A part, with what goes back of each share',
      {
        SubDealer: [
          { DealerId: 1774, Amount: 4 },
          { DealerId: 1803, Amount: 6 },
        ],
      },
      { setUp: after(chargedWithSplit()) },
    ),
    success(
      'replayed',
      'The same request again',
      {},
      { setUp: { ...after(charged()), earlier: least }, replayed: true },
    ),
    ...sharedRefusals('DoCreateRefundRequest', 'refundChannels'),
    refused('RefundNotAvailable', {
      summary: 'The payment was not captured',
      message: 'This payment is a pre-authorisation that was not captured: void it.',
      setUp: after(charged({ IsPreAuth: 1 })),
    }),
    refused(
      'InvalidRequest',
      {
        name: 'otherRefundOfCode',
        summary: 'RefundCode names another refund',
        message: 'This RefundCode was used for a refund of another amount or other shares.',
        setUp: { ...after(charged()), earlier: { ...least, RefundCode: 'R-77' } },
      },
      { RefundCode: 'R-77', Amount: 5 },
    ),
    refused(
      'RefundRequestAlreadyExist',
      {
        summary: 'Another refund waits',
        message: 'Another step of this payment is running.',
        setUp: { ...after(charged()), earlier: least },
      },
      { Amount: 5 },
    ),
    refused(
      'InvalidAmount',
      { summary: 'More than is left', message: 'Amount must not exceed what is left, 27.50.' },
      { Amount: 27.51 },
    ),
    unexpectedExample(least),
  ],
};
