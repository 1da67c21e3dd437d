import { describe, expect, test } from 'vitest';
import { attemptItem } from '../../../shared/adapters/dynamodb/attempt/attempt-item.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { callbackOf, openPage, payWith, postCallback, throughBank, toCallback } from '../../support/payment/payer.ts';
import { makeActive } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

/** A link whose payer is at the bank's page, and an operator who wants to cancel it. */
const scene = async () => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink(simple);
  const handOver = await payWith(await openPage(url), 'approved');
  const [attempt] = await dealer.attemptsAt(url);
  if (attempt === undefined) throw new Error('no attempt');
  const operator = newOperator();
  const { userPosPaymentId } = await dealer.linkAt(url);
  const input = { dealerCode: dealer.dealer.dealerCode, userPosPaymentId };
  /** Rewrites the attempt past every rule, and makes it the link's active one where it is charging. */
  const becomes = async (changes: Partial<Omit<Attempt, 'kind'>>): Promise<void> => {
    await putRows(dealer.store, [attemptItem({ ...attempt, ...changes })]);
    await makeActive(dealer.store, attempt);
  };
  return { dealer, url, handOver, operator, input, becomes };
};

describe('cancel-payment-request, while a payer pays (rule 15)', () => {
  test('is possible while a payer stands at the bank’s page, whose claim is refused then', async () => {
    const { dealer, url, handOver, operator, input } = await scene();
    await operator.done('cancel-payment-request', input);
    const page = await throughBank(handOver);
    expect([page.status, page.text.includes('Cancelled'), page.forms]).toEqual([410, true, []]);
    expect(page.markup).not.toContain('shop.example');
    expect(await dealer.orders()).toEqual([]);
    expect(await dealer.attemptsAt(url)).toMatchObject([
      { state: 'authenticating', reportedOutcome: 'nobody', reservations: [] },
    ]);
    expect((await dealer.linkAt(url)).state).toBe('cancelled');
  });

  test.each(['charging', 'in-doubt'] as const)(
    'is refused with the attempt’s state while one that is %s is active',
    async (state) => {
      const { dealer, url, operator, input, becomes } = await scene();
      await becomes({ state });
      const error = await operator.refused('cancel-payment-request', input);
      expect(error.message).toContain(`is ${state}`);
      expect((await dealer.linkAt(url)).state).toBe('open');
    },
  );

  test('is refused when a lock makes an attempt active between reading and cancelling', async () => {
    const { dealer, url, operator, input, becomes } = await scene();
    await throughBank(await payWith(await openPage(url), 'stolen'));
    let claim: (() => Promise<void>) | undefined = () => becomes({ state: 'charging' });
    const late = newOperator({
      through: (store) => ({
        ...store,
        transact: async (writes) => {
          await claim?.();
          claim = undefined;
          return store.transact(writes);
        },
      }),
    });
    expect((await late.refused('cancel-payment-request', input)).message).toContain('is charging');
    expect((await dealer.linkAt(url)).state).toBe('open');
    expect((await operator.refused('cancel-payment-request', input)).message).toContain('is charging');
  });

  test('is possible after a decline, and the callback of a tab left open charges nothing then', async () => {
    const { dealer, url, handOver, operator, input } = await scene();
    const leftOpen = await toCallback(handOver);
    await throughBank(await payWith(await openPage(url), 'stolen'));
    await operator.done('cancel-payment-request', input);
    const page = await postCallback(callbackOf(leftOpen));
    expect([page.status, page.text.includes('Cancelled')]).toEqual([410, true]);
    expect((await dealer.charges()).length).toBe(0);
  });

  test('at the moment of the claim: one of the two wins, and a cancelled link is never charged', async () => {
    const { dealer, url, handOver, operator, input } = await scene();
    const callback = callbackOf(await toCallback(handOver));
    await Promise.all([operator.run('cancel-payment-request', input), postCallback(callback)]);
    const [{ state }, charges] = [await dealer.linkAt(url), await dealer.charges()];
    expect([
      ['cancelled', 0],
      ['paid', 1],
    ]).toContainEqual([state, charges.length]);
  });
});
