import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../../functions/payment/update-payment-shares/contract.ts';
import { updatePaymentShares } from '../../../../functions/payment/update-payment-shares/update-payment-shares.ts';
import { CODE, paidPayment } from './scene.ts';

const BY_CODE = { OtherTrxCode: CODE };
const SHARES = [
  { DealerId: 11, Amount: 25 },
  { DealerId: 12, Amount: 75 },
];

const scene = async () => {
  const paid = await paidPayment();
  const useCase = updatePaymentShares(paid.deps);
  return {
    ...paid,
    update: (fields: object) => useCase(paid.callOf((body) => z.parse(contract.request, body), fields)),
    /** Shares as the latest step left them, and the texts of the payment. */
    now: async () => {
      const { steps, attempts } = await paid.stored();
      const [attempt] = attempts;
      const direct = attempt?.kind === 'direct' ? attempt.direct : undefined;
      return {
        shares: steps.at(-1)?.splits?.map(({ subDealerId, amount, commission }) => [subDealerId, amount, commission]),
        steps: steps.length,
        description: direct?.description,
        buyer: direct?.buyer,
        asker: steps.at(-1)?.asker,
      };
    },
  };
};

const invalid = (sentence: string) => ({ reason: 'InvalidRequest', sentence });

describe('UpdateDealerPaymentMarketPlace (decisions: other shares)', () => {
  test('gives other shares, whose commissions follow them, and answers the order; a repeat changes nothing', async () => {
    const { update, now, attempt } = await scene();
    const asked = { ...BY_CODE, SubDealer: SHARES, ClientIP: '203.0.113.9' };
    const data = { IsSuccessful: true, ResultCode: '', ResultMessage: '', VirtualPosOrderId: attempt.orderId };
    expect(await update(asked)).toEqual({ data, replayed: false });
    expect(await update(asked)).toEqual({ data, replayed: true });
    expect(await now()).toMatchObject({
      shares: [
        [11, 2500, 75],
        [12, 7500, 225],
      ],
      steps: 1,
      description: undefined,
      asker: { by: 'dealer', clientIp: '203.0.113.9' },
    });
  });

  test.each([
    ['its number', ({ paymentId }: { readonly paymentId: number }) => ({ DealerPaymentId: paymentId })],
    ['its order', ({ orderId }: { readonly orderId: string }) => ({ VirtualPosOrderId: orderId })],
  ])('finds the payment by %s', async (_what, idsOf) => {
    const { update, now, attempt } = await scene();
    expect(await update({ ...idsOf(attempt), SubDealer: SHARES })).toMatchObject({ replayed: false });
    expect((await now()).steps).toBe(1);
  });

  test('makes the shares by a scenario with the rates of today', async () => {
    const { update, now } = await scene();
    const SubDealer = [
      { DealerId: 11, Amount: 40, DealerCommissionRate: 5 },
      { DealerId: 12, Amount: 60, DealerCommissionRate: 10 },
    ];
    await update({ ...BY_CODE, CommissionScenario: 2, SubDealer });
    expect((await now()).shares?.map(([subDealer, amount]) => [subDealer, amount])).toEqual([
      [11, 4000],
      [12, 6000],
    ]);
  });

  test('changes the texts that are given beside the shares, and leaves the others', async () => {
    const { update, now } = await scene();
    await update({ ...BY_CODE, SubDealer: SHARES, Description: 'Two cups' });
    expect(await now()).toMatchObject({ steps: 1, description: 'Two cups', buyer: { fullName: 'Ada' } });
  });

  test('changes a text alone: no step begins, and the order is answered', async () => {
    const { update, now, attempt } = await scene();
    expect(await update({ ...BY_CODE, Description: 'Two cups' })).toMatchObject({
      data: { VirtualPosOrderId: attempt.orderId },
      replayed: false,
    });
    expect(await now()).toMatchObject({ steps: 0, description: 'Two cups', buyer: { fullName: 'Ada' } });
  });

  test('changes a text of the buyer alone, of the call that is shown', async () => {
    const { deps, callOf, attempt } = await paidPayment();
    const changed: unknown[] = [];
    const texts = { change: async (...change: readonly unknown[]) => void changed.push(change) };
    const fields = { ...BY_CODE, BuyerInformation: { BuyerFullName: 'Elif' } };
    await updatePaymentShares({ ...deps, texts })(callOf((body) => z.parse(contract.request, body), fields));
    const call = { payment: attempt.payment, number: 1 };
    expect(changed).toEqual([[{ payment: attempt.payment, call }, { buyer: { fullName: 'Elif' } }]]);
  });

  test.each([
    [{}, 'SubDealer is required.'],
    [{ CommissionScenario: 0 }, 'SubDealer is required.'],
    [{ CommissionScenario: 2 }, 'SubDealer is required.'],
    [{ CommissionScenario: 2, Description: 'x' }, 'SubDealer is required.'],
    [{ CommissionScenario: 7, SubDealer: SHARES }, 'CommissionScenario must be 1 to 6.'],
    [
      { SubDealer: [SHARES[0], { ...SHARES[1], DealerCommissionRate: 1 }] },
      'CommissionScenario is required: SubDealer[1] names a commission.',
    ],
  ])('refuses %j, and changes nothing', async (fields, sentence) => {
    const { update, now } = await scene();
    await expect(update({ ...BY_CODE, ...fields })).rejects.toMatchObject(invalid(sentence));
    expect(await now()).toMatchObject({ steps: 0, description: undefined });
  });

  test('refuses a payment that is not there, for shares and for texts', async () => {
    const { update } = await scene();
    const missing = { reason: 'PaymentNotFound' };
    await expect(update({ OtherTrxCode: 'none', SubDealer: SHARES })).rejects.toMatchObject(missing);
    await expect(update({ OtherTrxCode: 'none', Description: 'x' })).rejects.toMatchObject(missing);
  });
});
