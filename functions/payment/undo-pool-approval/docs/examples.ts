import { refusalsOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  approved,
  firstShare,
  NO_POOL_PAYMENT,
  pooled,
  pooledWithSplit,
  poolFields,
  poolSuccesses,
  shareWithoutId,
} from '../../../../shared/openapi/pool-words.ts';
import {
  after,
  byCode,
  charged,
  ONE_STEP,
  poolData,
  sharedRefusals,
  stepOrder,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const refundOfPart = { operation: 'DoCreateRefundRequest', request: { ...byCode, Amount: 10 } } as const;
const scene = after(pooled, approved());
const refused = refusalsOf<Reason>(byCode, scene);

/** The words and examples of undoing an approval (decisions: pool). */
export const document: DocumentOf<typeof contract> = {
  title: 'Undo the approval of a pooled payment',
  description: `Puts approved money back into the pool: all of it, or the shares of single sub-dealers. It is possible until the day of the approval is stated, and not after a refund since. ${ONE_STEP}`,
  fields: poolFields('Sub-dealers whose approval alone is undone; absent: all that is approved.'),
  anyOfFields: ['OtherTrxCode', 'VirtualPosOrderId'],
  data: poolData,
  order: [
    ...stepOrder('A field cannot be read, or an entry of SubDealer lacks DealerId; the message names the field.'),
    {
      step: 'State of the payment',
      conditions: {
        DealerPaymentNotFound: NO_POOL_PAYMENT,
        PaymentIsNotPoolPayment: 'The payment was not made for the pool.',
        PaymentNotApprovedYet: 'Nothing of the payment is approved.',
        PaymentNotApprovedYetForSubDealer: 'The share of a named sub-dealer is not approved.',
        UndoNotAvailable:
          'The day of the approval stands in a statement, money was refunded since, or another step of the payment is running.',
      },
    },
  ],
  examples: [
    ...poolSuccesses(scene, after(pooledWithSplit, approved())),
    ...sharedRefusals('UndoApprovePoolPayment', 'poolApprovalChannels', pooled),
    shareWithoutId(scene),
    refused(
      'DealerPaymentNotFound',
      {
        summary: 'The sub-dealer has no part in the payment',
        message: 'Sub-dealer 1999 has no part in this payment.',
        setUp: after(pooledWithSplit, approved()),
      },
      { SubDealer: [{ DealerId: 1999 }] },
    ),
    refused('PaymentIsNotPoolPayment', {
      summary: 'The payment was never in the pool',
      message: 'This payment is not in the pool.',
      setUp: after(charged()),
    }),
    refused('PaymentNotApprovedYet', {
      summary: 'Nothing is approved',
      message: 'This payment, or the named share of it, is not approved.',
      setUp: after(pooled),
    }),
    refused(
      'PaymentNotApprovedYetForSubDealer',
      {
        summary: 'The named share is not approved',
        message: 'The share of 1803 is not approved.',
        setUp: after(pooledWithSplit, approved({ SubDealer: firstShare })),
      },
      { SubDealer: [...firstShare, { DealerId: 1803 }] },
    ),
    refused('UndoNotAvailable', {
      summary: 'A refund waits',
      message: "A refund of this payment waits, mostly for the bank's day end. Repeat when it is carried out.",
      setUp: after(pooled, approved(), refundOfPart),
    }),
    unexpectedExample(byCode),
  ],
};
