import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  after,
  bankStepData,
  bankStepDone,
  byCode,
  byOrder,
  charged,
  chargedWithSplit,
  ONE_STEP,
  OUTCOME_UNKNOWN,
  OUTCOME_UNKNOWN_MESSAGE,
  paymentIdFields,
  sharedRefusals,
  shares,
  stepOrder,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

/** A test card whose first capture the embedded bank answers with an error. */
const CAPTURE_FAILS = '4111110000002290';

const authorised = charged({ IsPreAuth: 1 });
const least = { ...byCode, Amount: 27.5 };
const success = successesOf(least, { data: bankStepDone, generated: ['VirtualPosOrderId'], setUp: after(authorised) });
const refused = refusalsOf<Reason>(least, after(authorised));

/** The words and examples of a capture (decisions: captures). */
export const document: DocumentOf<typeof contract> = {
  title: 'Capture a pre-authorised payment',
  description: `Takes the money that a pre-authorisation holds, all of it or a part; the rest of the hold is released. A payment is captured once. The commission of each sub-dealer follows what is captured of its own share. ${ONE_STEP}`,
  fields: {
    ...paymentIdFields,
    Amount: {
      schema: { type: 'number', exclusiveMinimum: 0, maximum: 999_999_999.99 },
      description:
        'What is captured of the amount that the card was pre-authorised for; absent: all of it. A dealer who is permitted to may capture up to 15 % more, without sub-dealers.',
    },
    SubDealer: shares(
      'What is captured for each sub-dealer; together they equal Amount. Absent with a whole capture. A single object counts as a list of it alone.',
    ),
  },
  anyOfFields: ['OtherTrxCode', 'VirtualPosOrderId'],
  data: bankStepData,
  order: [
    ...stepOrder(
      'A field cannot be read, or an entry of SubDealer lacks DealerId or Amount; the message names the field.',
    ),
    {
      step: 'State of the payment',
      conditions: {
        CaptureNotAvailable:
          'The payment is no pre-authorisation, is captured or voided, failed or is still pending; or another step of it is running.',
      },
    },
    {
      step: 'Amount',
      conditions: {
        InvalidAmount:
          "Amount is 0, or above what may be captured; SubDealer does not fit the payment or does not add up to Amount; a commission exceeds its share; or the dealer's limits have no room for what is captured above the pre-authorised amount.",
      },
    },
    { step: 'The bank', conditions: { OutcomeUnknown: OUTCOME_UNKNOWN } },
  ],
  examples: [
    success('whole', 'All of the pre-authorised amount', {}),
    success('amountAbsent', 'Without Amount all of it is captured', { Amount: undefined }),
    success('part', 'A part, by the order at the bank', { ...byOrder, OtherTrxCode: '', Amount: 20 }),
    success(
      'above',
      'More than was pre-authorised, by a dealer who may',
      { Amount: 31.62 },
      { setUp: { ...after(authorised), dealer: { captureAbove: true } } },
    ),
    success(
      'split',
      'A part, with what is captured for each sub-dealer',
      {
        Amount: 20,
        SubDealer: [
          { DealerId: 1774, Amount: 8 },
          { DealerId: 1803, Amount: 12 },
        ],
      },
      { setUp: after(chargedWithSplit({ IsPreAuth: 1 })) },
    ),
    success(
      'oneOfSeveral',
      'What one of several sub-dealers delivers; the others owe nothing',
      { Amount: 10.25, SubDealer: [{ DealerId: 1774, Amount: 10.25 }] },
      { setUp: after(chargedWithSplit({ IsPreAuth: 1 })) },
    ),
    success(
      'oneSubDealer',
      'One object in place of a list',
      { Amount: 8, SubDealer: { DealerId: '1774', Amount: '8' } },
      {
        setUp: after(
          chargedWithSplit({
            IsPreAuth: 1,
            Amount: 10.25,
            SubDealer: [{ DealerId: 1774, Amount: 10.25, DealerCommissionAmount: 0.4 }],
          }),
        ),
        spelling: 'tolerated',
      },
    ),
    success(
      'replayed',
      'The same request again',
      {},
      { setUp: { ...after(authorised), earlier: least }, replayed: true },
    ),
    ...sharedRefusals('DoCapture', 'captureChannels', authorised),
    refused(
      'InvalidRequest',
      { name: 'shareWithoutAmount', summary: 'A share has no amount', message: 'SubDealer[0].Amount is required.' },
      { SubDealer: [{ DealerId: 1774 }] },
    ),
    refused('CaptureNotAvailable', {
      summary: 'The payment is a sale',
      message: 'This payment is a sale: it was captured when it was charged.',
      setUp: after(charged()),
    }),
    refused(
      'CaptureNotAvailable',
      {
        name: 'capturedBefore',
        summary: 'The payment is captured with another amount',
        message: 'This payment is captured. A payment takes one capture.',
        setUp: { ...after(authorised), earlier: least },
      },
      { Amount: 20 },
    ),
    refused(
      'InvalidAmount',
      {
        summary: 'More than was pre-authorised',
        message: 'Amount must not exceed what was pre-authorised, 27.50.',
      },
      { Amount: 27.51 },
    ),
    refused('OutcomeUnknown', {
      summary: 'The bank answers with an error',
      message: OUTCOME_UNKNOWN_MESSAGE,
      setUp: after(charged({ IsPreAuth: 1, CardNumber: CAPTURE_FAILS })),
    }),
    unexpectedExample(least),
  ],
};
