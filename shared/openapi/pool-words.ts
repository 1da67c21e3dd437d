import type { PipelineReason } from '../domain/refusal-reasons.ts';
import { refusalsOf, successesOf } from './example-makers.ts';
import type {
  EarlierCall,
  ExampleFields,
  ExampleSetUp,
  FieldText,
  RefusalExample,
  SuccessExample,
} from './operation-document.ts';
import { byCode, byOrder, charged, chargedWithSplit, paymentIdFields, poolDone } from './step-words.ts';

// Words and examples of the approval of a pooled payment, and of its undoing.

/** The fields of both pool operations. */
export const poolFields = (subDealer: string) => ({
  ...paymentIdFields,
  SubDealer: {
    description: `${subDealer} A single object counts as a list of it alone.`,
    members: { DealerId: { required: true, description: 'Number of the sub-dealer.' } },
  } satisfies FieldText,
});

export const pooled = charged({ IsPoolPayment: 1 });
export const pooledWithSplit = chargedWithSplit({ IsPoolPayment: 1 });

/** An approval that was made before. */
export const approved = (changes: ExampleFields = {}): EarlierCall => ({
  operation: 'DoApprovePoolPayment',
  request: { ...byCode, ...changes },
});

export const NO_POOL_PAYMENT =
  'The payment is not captured: it failed, is still pending, was voided or refunded, or is a pre-authorisation; a DealerId has no part in it; or another step of it is running.';

/** The named share of one sub-dealer. */
export const firstShare = [{ DealerId: 1774 }];

/** The successes of both pool operations, for a payment of `scene`; `withShares` has one with two sub-dealers. */
export const poolSuccesses = (scene: ExampleSetUp, withShares: ExampleSetUp): readonly SuccessExample[] => {
  const success = successesOf(byCode, { data: poolDone, generated: ['VirtualPosOrderId'], setUp: scene });
  return [
    success('whole', 'A payment by its code', {}),
    success('byOrder', 'A payment by its order at the bank', { ...byOrder, OtherTrxCode: '' }),
    success('share', 'The share of one sub-dealer', { SubDealer: firstShare }, { setUp: withShares }),
    success('replayed', 'The same request again', {}, { setUp: { ...scene, earlier: byCode }, replayed: true }),
  ];
};

/** The refusal of a share that names nobody. */
export const shareWithoutId = (scene: ExampleSetUp): RefusalExample<PipelineReason> =>
  refusalsOf<PipelineReason>(byCode, scene)(
    'InvalidRequest',
    { name: 'shareWithoutId', summary: 'An entry names nobody', message: 'SubDealer[0].DealerId is required.' },
    { SubDealer: [{ DealerId: '' }] },
  );
