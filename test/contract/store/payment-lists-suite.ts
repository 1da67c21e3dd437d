import { describe, expect, test } from 'vitest';
import { secretsItem } from '../../../shared/adapters/dynamodb/link/secrets-item.ts';
import { stateItem } from '../../../shared/adapters/dynamodb/link/state-item.ts';
import { linkCallItem, shopPaymentItem } from '../../../shared/adapters/dynamodb/payment/call-item.ts';
import { dynamoPaymentTexts } from '../../../shared/adapters/dynamodb/payment/payment-texts.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoPaymentLists } from '../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { dynamoSubDealerLists } from '../../../shared/adapters/dynamodb/payment-list/sub-dealer-lists.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { callbackAddressOf } from '../../../shared/domain/payment/payment-name.ts';
import { subDealerEntries } from '../../../shared/domain/payment-list/sub-dealer-entry.ts';
import type { ListQuery } from '../../../shared/ports/payment-lists.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { newDealerCode } from '../../support/operator/operators.ts';
import { directAttemptWith, linkAttemptWith } from '../../support/payment/attempts.ts';
import { reversalOf } from '../../support/payment/steps.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfSteps, paymentNames } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';
import type { StoreWorld } from '../../support/store/store-world.ts';

/** The last minute of November in Istanbul, and the first of December. */
const BEFORE_MS = Date.UTC(2026, 10, 30, 20, 59);
const AFTER_MS = Date.UTC(2026, 10, 30, 21);

const query = (dealerCode: string, changes: Partial<ListQuery> = {}): ListQuery => ({
  dealerCode,
  listingShards: 2,
  period: { fromMs: BEFORE_MS, untilMs: AFTER_MS },
  of: 'attempts-and-steps',
  ...changes,
});

const withoutCard = ({ pendingCard: _waiting, ...attempt }: Attempt) => attempt;

/** A dealer's own 3D payment whose second call has not been opened. */
const shopPayment = (dealerCode: string) => {
  const link = linkWith({
    dealerCode,
    source: 'three-d',
    shop: { signed: true },
    redirectUrl: 'https://shop.example/',
  });
  const shop = { splits: [], cardToken: 'T', caller: {} };
  const attempt = linkAttemptWith(link, { startedAtMs: AFTER_MS, shop });
  const at = (number: number) => ({
    ...link,
    token: callbackAddressOf({ reference: `${link.payment}.0${number}`, callbackSecret: 's'.repeat(22) }),
    progress: { ...link.progress, attempts: number },
  });
  const calls = [1, 2].flatMap((number) => [
    secretsItem(at(number), { card: undefined, begunAtMs: 0 }),
    linkCallItem(at(number), { number, fingerprint: 'F' }),
  ]);
  return { attempt, rows: [shopPaymentItem(link, 'F'), stateItem(at(2)), ...calls, ...itemsOfAttempt(attempt)] };
};

export const paymentListsSuite = (world: () => StoreWorld): void => {
  describe('lists of payments', () => {
    test('have the newest first over months and kinds, within their moments, and are read in three trips', async () => {
      const { store, direct, proxy } = world();
      const dealerCode = newDealerCode();
      const paid = { state: 'approved', reportedOutcome: 'paid', captured: minor(9000), lastStep: 1 } as const;
      const older = directAttemptWith(dealerCode, { startedAtMs: BEFORE_MS, ...paid });
      const newer = directAttemptWith(dealerCode, { startedAtMs: AFTER_MS, listingShards: 2 });
      const outside = directAttemptWith(dealerCode, { startedAtMs: AFTER_MS + 1 });
      const shares = [{ subDealerId: 11, amount: minor(5000) }];
      const capture = reversalOf(older, { kind: 'capture', startedAtMs: BEFORE_MS + 1, shares });
      const shop = shopPayment(dealerCode);
      await putRows(direct, [
        ...[older, newer, outside].flatMap((attempt) => itemsOfDirect(attempt)),
        ...itemsOfSteps([capture], older.pos.gateway),
        ...shop.rows,
      ]);
      const lists = dynamoPaymentLists(store);
      proxy.reset();
      const { entries, unreadMs } = await lists.entries(query(dealerCode));
      expect(unreadMs).toBeUndefined();
      // One read of each kind, month and shard.
      expect(proxy.count('Query')).toBe(8);
      expect(entries.slice(2).map(({ kind, atMs }) => [kind, atMs])).toEqual([
        ['step', BEFORE_MS + 1],
        ['attempt', BEFORE_MS],
      ]);
      proxy.reset();
      const transactions = await lists.transactions(entries);
      // A third trip for the call that followed the shop's.
      expect(proxy.count()).toBe(3);
      expect(transactions.slice(2)).toMatchObject([
        { attempt: { orderId: older.orderId }, step: capture },
        { attempt: { orderId: older.orderId } },
      ]);
      proxy.reset();
      const payments = await lists.payments(entries.filter(({ kind }) => kind === 'attempt'));
      expect(proxy.count()).toBe(3);
      proxy.reset();
      await lists.payments(entries.filter(({ payment }) => payment === newer.payment));
      expect(proxy.count()).toBe(2);
      expect(payments.map(({ attempt }) => attempt.orderId).toSorted()).toEqual(
        [shop.attempt, newer, older].map(({ orderId }) => orderId).toSorted(),
      );
      expect(payments.at(-1)).toMatchObject({ attempt: withoutCard(older), payment: { steps: [capture] } });
      const ofShop = payments.find(({ attempt }) => attempt.kind === 'link');
      const wanted = await dynamoPayments(direct, paymentNames).find(shop.attempt.payment);
      expect(ofShop?.payment).toEqual(wanted);
    });

    test('end where their reads end, and tell the newest moment that was not read whole', async () => {
      const { direct } = world();
      const dealerCode = newDealerCode();
      const attempts = [0, 1, 2, 3, 4].map((ms) => directAttemptWith(dealerCode, { startedAtMs: AFTER_MS - ms }));
      await putRows(
        direct,
        attempts.flatMap((attempt) => itemsOfDirect(attempt)),
      );
      const period = { fromMs: AFTER_MS - 9, untilMs: AFTER_MS };
      // Three entries of each month.
      const lists = dynamoPaymentLists(direct, 6);
      const { entries, unreadMs } = await lists.entries(
        query(dealerCode, { period, listingShards: 1, of: 'attempts' }),
      );
      expect([entries.map(({ atMs }) => AFTER_MS - atMs), AFTER_MS - Number(unreadMs)]).toEqual([[0, 1, 2], 3]);
      const asked = query(dealerCode, { period, listingShards: 1, of: 'attempts', most: 3 });
      expect(await dynamoPaymentLists(direct).entries(asked)).toEqual({ entries, unreadMs });
      expect(await lists.entries({ ...asked, most: 5000 })).toEqual({ entries, unreadMs });
    });

    test('of a sub-dealer have its parts alone; an entry that is put twice stays as it was', async () => {
      const { direct } = world();
      const dealerCode = newDealerCode();
      const attempt = directAttemptWith(dealerCode, {
        startedAtMs: BEFORE_MS,
        state: 'approved',
        reportedOutcome: 'paid',
      });
      const step = reversalOf(attempt, { kind: 'void', startedAtMs: AFTER_MS });
      await putRows(direct, [...itemsOfDirect(attempt), ...itemsOfSteps([step], attempt.pos.gateway)]);
      const payment = await dynamoPayments(direct, paymentNames).find(attempt.payment);
      if (payment === undefined) throw new Error('no payment');
      const parts = [
        { payment: attempt.payment, kind: 'step', number: 1 },
        { payment: attempt.payment, kind: 'attempt', number: 1 },
      ] as const;
      const added = parts.flatMap((part) => subDealerEntries(payment, part));
      const rows = dynamoSubDealerLists(direct);
      await rows.add(added);
      await rows.add(added.map((entry) => ({ ...entry, part: minor(1) })));
      const lists = dynamoPaymentLists(direct);
      const of = (subDealerId: number, wanted: ListQuery['of'] = 'attempts-and-steps') =>
        lists.entries(query(dealerCode, { subDealerId, of: wanted }));
      expect((await of(12)).entries).toEqual([
        { payment: attempt.payment, kind: 'step', number: 1, atMs: AFTER_MS, part: 5000 },
        { payment: attempt.payment, kind: 'attempt', number: 1, atMs: BEFORE_MS, part: 5000 },
      ]);
      expect((await of(12, 'attempts')).entries).toHaveLength(1);
      expect((await of(13)).entries).toEqual([]);
      expect((await lists.entries(query(newDealerCode(), { subDealerId: 12 }))).entries).toEqual([]);
    });

    test('show texts that were changed, each by itself, of one call alone', async () => {
      const { direct } = world();
      const first = directAttemptWith(newDealerCode(), { startedAtMs: BEFORE_MS }, { description: 'One' });
      const attempt = directAttemptWith(first.dealerCode, { payment: first.payment, number: 2 });
      await putRows(direct, [...itemsOfDirect(first), ...itemsOfAttempt(attempt)]);
      const texts = dynamoPaymentTexts(direct);
      const of = { payment: attempt.payment, call: attempt };
      await texts.change(of, { buyer: { address: 'İzmir' }, software: 'Till' });
      await texts.change(of, { buyer: {}, description: 'Two' });
      await texts.change(of, { buyer: {} });
      const found = await dynamoPayments(direct, paymentNames).find(attempt.payment);
      expect(found?.attempts).toMatchObject([
        { direct: { description: 'One', buyer: { fullName: 'Ada' } } },
        { software: 'Till', direct: { description: 'Two', buyer: { fullName: 'Ada', address: 'İzmir' } } },
      ]);
    });

    test('show texts that were changed where the release before wrote no item of the call (rule 50)', async () => {
      const { direct } = world();
      const attempt = directAttemptWith(newDealerCode());
      await putRows(
        direct,
        itemsOfDirect(attempt).filter(({ entity }) => entity !== 'call'),
      );
      const texts = dynamoPaymentTexts(direct);
      await texts.change({ payment: attempt.payment, call: attempt }, { buyer: {}, description: 'Two' });
      const found = await dynamoPayments(direct, paymentNames).find(attempt.payment);
      expect(found?.attempts).toMatchObject([{ direct: { description: 'Two' } }]);
      const nobodys = { payment: 'a'.repeat(26), call: { payment: 'a'.repeat(26), number: 1 } };
      await expect(texts.change(nobodys, { buyer: {}, description: 'x' })).rejects.toThrow('payment');
    });
  });
};
