import { type Attempt, splitsOfAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { sharesNow } from '../../../shared/domain/ledger/payment-ledger.ts';
import { type LedgerShare, leftOfShare, leftOfShares } from '../../../shared/domain/ledger/share.ts';
import { grossOf, isUncaptured } from '../../../shared/domain/payment/charge.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { decidingAttempt, type Payment } from '../../../shared/domain/payment/payment.ts';
import { lira } from '../direct/direct-requests.ts';
import type { Seeded } from '../seeded.ts';
import type { LifeOperation, LifeRequest } from './life-calls.ts';
import type { LifeScene } from './life-scene.ts';

/** What a dealer knows when a request is made. */
export interface Situation {
  readonly seeded: Seeded;
  readonly scene: LifeScene;
  readonly payment: Payment | undefined;
  /** Requests of this life so far. */
  readonly earlier: readonly LifeRequest[];
}

type Fields = Record<string, unknown>;

/** The payment by its code, its order id or both. */
const idsOf = ({ seeded, scene, payment }: Situation): Fields => {
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  const code = { OtherTrxCode: scene.otherTrxCode };
  if (attempt === undefined || seeded.chance(0.4)) return code;
  const order = { VirtualPosOrderId: attempt.orderId };
  return seeded.chance(0.5) ? order : { ...code, ...order };
};

/** SubDealer with a random part of each amount, and their sum. */
const partsOf = (seeded: Seeded, limits: ReadonlyMap<number, number>): Fields => {
  const parts = [...limits].map(([DealerId, most]) => ({ DealerId, part: seeded.below(most + 1) }));
  const sum = parts.reduce((total, { part }) => total + part, 0);
  const SubDealer = parts.map(({ DealerId, part }) => ({ DealerId, Amount: lira(part) }));
  return { Amount: lira(sum), SubDealer };
};

const splitsOf = (attempt: Attempt): ReadonlyMap<number, number> =>
  new Map(splitsOfAttempt(attempt).map((one) => [one.subDealerId, one.amount]));

const captureFields = (seeded: Seeded, attempt: Attempt): Fields => {
  const { total } = attempt.terms;
  const splits = splitsOf(attempt);
  const above = total + 1 + seeded.below(Math.floor(total * 0.16));
  return seeded.pick<() => Fields>([
    () => ({}),
    () => ({}),
    () => ({ Amount: lira(total) }),
    () => ({ Amount: lira(1 + seeded.below(total)) }),
    () => ({ Amount: lira(splits.size === 0 ? 1 + seeded.below(total) : above) }),
    () => ({ Amount: lira(above) }),
    () => (splits.size === 0 ? { Amount: lira(above) } : partsOf(seeded, splits)),
    () => (splits.size === 0 ? {} : partsOf(seeded, splits)),
  ])();
};

const leftByShare = (shares: readonly LedgerShare[]): ReadonlyMap<number, number> =>
  new Map(
    shares.flatMap((share) => (share.subDealerId === undefined ? [] : [[share.subDealerId, leftOfShare(share)]])),
  );

/** An amount, or none: mostly a part, so that a life has several refunds. */
const refundAmount = (seeded: Seeded, shares: readonly LedgerShare[]): Fields => {
  const left = leftOfShares(shares);
  const byShare = leftByShare(shares);
  const part = { Amount: lira(1 + seeded.below(Math.max(1, left))) };
  return seeded.pick<() => Fields>([
    () => ({}),
    () => ({ Amount: lira(left) }),
    () => part,
    () => part,
    () => part,
    () => ({ Amount: lira(left + 1 + seeded.below(500)) }),
    () => (byShare.size === 0 ? part : partsOf(seeded, byShare)),
    () => (byShare.size === 0 ? part : partsOf(seeded, byShare)),
  ])();
};

const refundFields = ({ seeded, earlier }: Situation, shares: readonly LedgerShare[]): Fields => {
  const RefundCode = `R-${1 + seeded.below(1 + earlier.length)}`;
  return { ...refundAmount(seeded, shares), ...(seeded.chance(0.35) ? { RefundCode } : {}) };
};

const poolFields = (seeded: Seeded, attempt: Attempt | undefined): Fields => {
  const ids = attempt === undefined ? [] : [...splitsOf(attempt).keys()];
  const some = ids.filter(() => seeded.chance(0.5));
  return some.length === 0 ? {} : { SubDealer: some.map((DealerId) => ({ DealerId })) };
};

const EITHER: readonly LifeOperation[] = ['refund', 'refund', 'refund', 'refund', 'void', 'detail', 'capture'];
const HASTY: readonly LifeOperation[] = ['void', 'void', 'refund', 'detail'];
const HELD: readonly LifeOperation[] = ['capture', 'capture', 'capture', 'capture', 'void', 'refund', 'detail'];
const POOL: readonly LifeOperation[] = ['approve-pool', 'approve-pool', 'undo-pool'];

/** Mostly what makes sense of the payment as it is. */
const operationFor = ({ seeded, scene }: Situation, attempt: Attempt | undefined): LifeOperation => {
  const isHeld = attempt !== undefined && isUncaptured({ ...attempt, type: attempt.terms.type });
  const usual = isHeld ? HELD : scene.hasty ? HASTY : EITHER;
  return seeded.pick(scene.pooled ? [...usual, ...usual, ...POOL, ...POOL] : [...usual, ...usual, ...usual, ...POOL]);
};

const fieldsOf = (of: LifeOperation, situation: Situation): Fields => {
  const { seeded, scene, payment } = situation;
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  if (of === 'detail') return { OtherTrxCode: scene.otherTrxCode };
  if (of === 'approve-pool' || of === 'undo-pool') return poolFields(seeded, attempt);
  if (attempt === undefined || payment === undefined || of === 'void') return {};
  if (of === 'capture') return captureFields(seeded, attempt);
  const charge = chargeOf(attempt, payment);
  return grossOf(charge) === 0 ? {} : refundFields(situation, sharesNow(charge, payment.steps));
};

/** The next request: often a repeat of an earlier one, word by word. */
export const nextRequest = (situation: Situation): LifeRequest => {
  const { seeded, earlier, payment } = situation;
  if (earlier.length > 0 && seeded.chance(0.25)) return seeded.pick(earlier);
  const attempt = payment === undefined ? undefined : decidingAttempt(payment);
  const of = operationFor(situation, attempt);
  const ids = of === 'detail' ? {} : idsOf(situation);
  return { of, fields: { ...fieldsOf(of, situation), ...ids } };
};
