import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { newDealer, type TestDealer } from '../dealer/dealers.ts';
import { callOperation } from '../dealer/operation-calls.ts';
import { customerOf, linkWith } from '../dealer/records.ts';
import { type Prepare, refuseFailure, type Scene } from '../operation-scene.ts';
import { putRows } from '../store/store.ts';
import { directAttemptWith, linkAttemptWith } from './attempts.ts';
import { reversalOf } from './steps.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfLink, itemsOfSteps } from './stored-payments.ts';

const SECOND_MS = 1000;

/**
 * Puts paid payments of a dealer into the store, one a second until now, every second one of them captured. Answers their
 * ids, the newest first.
 */
export const storeListedPayments = async (
  { store, dealer: { dealerCode } }: Pick<TestDealer, 'store' | 'dealer'>,
  count: number,
  nowMs = Date.now(),
): Promise<readonly number[]> => {
  const ids = Array.from({ length: count }, (_, index) => 500_000 + index);
  const rows = ids.flatMap((paymentId, index) => {
    const isCaptured = index % 2 === 1;
    const startedAtMs = nowMs - index * SECOND_MS;
    const { pendingCard: _none, ...attempt } = directAttemptWith(
      dealerCode,
      {
        paymentId,
        startedAtMs,
        state: 'approved',
        reportedOutcome: 'paid',
        ...(isCaptured ? { captured: minor(9000), lastStep: 1 } : {}),
      },
      { splits: [], operation: 'DoDirectPayment' },
    );
    const terms = { ...attempt.terms, type: isCaptured ? ('pre-authorisation' as const) : ('sale' as const) };
    const capture = reversalOf(attempt, {
      kind: 'capture',
      state: 'done',
      amount: minor(9000),
      endedAtMs: startedAtMs,
    });
    return [
      ...itemsOfDirect({ ...attempt, terms }),
      ...(isCaptured ? itemsOfSteps([capture], attempt.pos.gateway) : []),
    ];
  });
  await putRows(store, rows);
  return ids;
};

type Owner = Pick<TestDealer, 'store' | 'dealer'>;

/** Puts payment requests of a dealer into the store, one a second until now, each paid by its first attempt with 3D. */
export const storeListedLinks = async ({ store, dealer: { dealerCode } }: Owner, count: number): Promise<void> => {
  const nowMs = Date.now();
  const rows = Array.from({ length: count }, (_, index) => {
    const startedAtMs = nowMs - index * SECOND_MS;
    const link = linkWith({ dealerCode, createdAtMs: startedAtMs });
    const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
      startedAtMs,
      state: 'approved',
      reportedOutcome: 'paid',
      threeD: true,
      mdStatus: 1,
    });
    const { orderId, reference: latest } = attempt;
    const result = { resultReference: 'R', code: '', orderId, atMs: startedAtMs } as const;
    const progress = { ...link.progress, attempts: 1, latest, result };
    return [...itemsOfLink({ ...link, state: 'paid', progress }), ...itemsOfAttempt(attempt)];
  });
  await putRows(store, rows.flat());
};

/** Puts customers of a dealer into the store, one a second until now. */
export const storeListedCustomers = async ({ store, dealer: { dealerCode } }: Owner, count: number): Promise<void> => {
  const nowMs = Date.now();
  const customers = Array.from({ length: count }, (_, index) =>
    customerOf(dealerCode, { createdAtMs: nowMs - index * SECOND_MS }),
  );
  await putRows(store, customers.flatMap(customerItems));
};

const listedDealers = new WeakMap<Scene, Promise<TestDealer>>();

const newListedDealer = async ({ stack }: Scene): Promise<TestDealer> => {
  const dealer = await newDealer({ stack });
  await storeListedPayments(dealer, 500);
  return dealer;
};

/** Asks for the list of a dealer with 500 payments, half of them with a capture. */
export const listed =
  (operation: 'GetPaymentList' | 'GetPaymentTrxList'): Prepare =>
  async (scene) => {
    const dealer = listedDealers.get(scene) ?? newListedDealer(scene);
    listedDealers.set(scene, dealer);
    const asking = await dealer;
    return async () => refuseFailure(await callOperation(asking, operation, {}));
  };
