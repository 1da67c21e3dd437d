import { refusalsOf, successesOf, unexpectedExample } from '../../../../shared/openapi/example-makers.ts';
import type { DocumentOf } from '../../../../shared/openapi/operation-document.ts';
import {
  after,
  approved,
  byCode,
  byOrder,
  charged,
  NO_POOL_PAYMENT,
  ONE_STEP,
  poolData,
  poolDone,
  pooled,
  pooledWithSplit,
  poolFields,
  sharedRefusals,
  stepOrder,
} from '../../../../shared/openapi/step-words.ts';
import type { contract } from '../contract.ts';

type Reason = keyof (typeof contract)['codes'];

const first = [{ DealerId: 1774 }];
const success = successesOf(byCode, { data: poolDone, generated: ['VirtualPosOrderId'], setUp: after(pooled) });
const refused = refusalsOf<Reason>(byCode, after(pooled));

/** The words and examples of an approval (decisions: pool). */
export const document: DocumentOf<typeof contract> = {
  title: 'Approve a pooled payment',
  description: `Releases money that a payment holds in the pool: all of it, or the shares of single sub-dealers with the dealer's income on them. Only money that was captured is approved. ${ONE_STEP}`,
  fields: poolFields('Sub-dealers whose shares alone are approved; absent: all that waits.'),
  anyOfFields: ['OtherTrxCode', 'VirtualPosOrderId'],
  data: poolData,
  order: [
    ...stepOrder('A field cannot be read, or an entry of SubDealer lacks DealerId; the message names the field.'),
    {
      step: 'State of the payment',
      conditions: {
        DealerPaymentNotFound: NO_POOL_PAYMENT,
        PaymentIsNotPoolPayment: 'The payment is not held in the pool.',
        PaymentAlreadyApproved:
          'All of it, or the share of a named sub-dealer, was approved by another request. A repeat of the request that approved it gets its answer again.',
      },
    },
  ],
  examples: [
    success('whole', 'A payment by its code', {}),
    success('byOrder', 'A payment by its order at the bank', { ...byOrder, OtherTrxCode: '' }),
    success('share', 'The share of one sub-dealer', { SubDealer: first }, { setUp: after(pooledWithSplit) }),
    success('replayed', 'The same request again', {}, { setUp: { ...after(pooled), earlier: byCode }, replayed: true }),
    ...sharedRefusals('DoApprovePoolPayment', 'poolApprovalChannels', pooled),
    refused(
      'InvalidRequest',
      { name: 'shareWithoutId', summary: 'An entry names nobody', message: 'SubDealer[0].DealerId is required.' },
      { SubDealer: [{ DealerId: '' }] },
    ),
    refused('DealerPaymentNotFound', {
      summary: 'The payment is not captured',
      message: 'This pre-authorisation is not captured. Only captured money is approved.',
      setUp: after(charged({ IsPoolPayment: 1, IsPreAuth: 1 })),
    }),
    refused('PaymentIsNotPoolPayment', {
      summary: 'The payment is not pooled',
      message: 'This payment is not in the pool.',
      setUp: after(charged()),
    }),
    refused(
      'PaymentAlreadyApproved',
      {
        summary: 'A named share was approved before',
        message: 'This payment, or a named share of it, was approved before.',
        setUp: after(pooledWithSplit, approved({ SubDealer: first })),
      },
      { SubDealer: [...first, { DealerId: 1803 }] },
    ),
    unexpectedExample(byCode),
  ],
};
