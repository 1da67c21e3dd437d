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
    ...poolSuccesses(after(pooled), after(pooledWithSplit)),
    ...sharedRefusals('DoApprovePoolPayment', 'poolApprovalChannels', pooled),
    shareWithoutId(after(pooled)),
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
        setUp: after(pooledWithSplit, approved({ SubDealer: firstShare })),
      },
      { SubDealer: [...firstShare, { DealerId: 1803 }] },
    ),
    unexpectedExample(byCode),
  ],
};
