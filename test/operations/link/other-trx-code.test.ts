import { describe, expect, test } from 'vitest';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { type Answer, newDealer, type TestDealer } from '../../support/dealer/dealers.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { itemsOfDirect, paymentNames, storedPaymentOf } from '../../support/payment/stored-payments.ts';
import { putRows } from '../../support/store/store.ts';

const ALREADY_USED = 'PaymentUserPos.CreateUserPosPayment.OtherTrxCodeAlreadyUsed';
const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';

const forbidEverything = async ({ store, dealer, definition }: TestDealer): Promise<void> =>
  putRows(store, [
    definitionItem({ ...definition, dealerCode: dealer.dealerCode, directPayment: false, deliveryMode: 'smsAndEmail' }),
  ]);

describe('OtherTrxCode of a payment request (rules 6, 12, 13)', () => {
  test('the same code with the same request gives the same link again', async () => {
    const { createLink } = await newDealer();
    const first = await createLink({ OtherTrxCode: 'N-1', GsmNumber: '5551110022' });
    const second = await createLink({ OtherTrxCode: 'N-1', GsmNumber: '+90 555 111 0022', InstallmentNumber: '1' });
    expect(first.ResultCode).toBe('Success');
    expect(second.Data).toEqual(first.Data);
    expect([first, second].map(isReplay)).toEqual([false, true]);
  });

  test('the same code with another request is refused and names the field', async () => {
    const { createLink } = await newDealer();
    await createLink({ OtherTrxCode: 'N-1' });
    const second = await createLink({ OtherTrxCode: 'N-1', Amount: 27.51 });
    expect(second).toMatchObject({ status: 200, Data: null, ResultCode: ALREADY_USED });
    expect(second.ResultMessage).toContain('a changed request needs a new code');
    expect(second.ResultMessage).toContain('OtherTrxCode');
  });

  test('a known code is answered before shape, values, permissions and limits', async () => {
    const { createLink } = await newDealer({ dealer: { currencies: ['TL'] } });
    await createLink({ OtherTrxCode: 'N-1' });
    for (const broken of [
      { Amount: 'a lot' },
      { Amount: undefined },
      { DealerCustomerTypeId: 1 },
      { Email: 'nobody' },
      { Currency: 'USD' },
      { DealerCustomerId: 5 },
    ]) {
      expect(await createLink({ OtherTrxCode: 'N-1', ...broken })).toMatchObject({ ResultCode: ALREADY_USED });
    }
  });

  test('a repeat gets its link although the definition forbids it by now', async () => {
    const dealer = await newDealer();
    const first = await dealer.createLink({ OtherTrxCode: 'N-1' });
    await forbidEverything(dealer);
    await expect
      .poll(async () => (await dealer.createLink()).ResultCode)
      .toBe('PaymentUserPos.CreateUserPosPayment.GsmRequired');
    const again = await dealer.createLink({ OtherTrxCode: 'N-1' });
    expect(again.Data).toEqual(first.Data);
    expect(isReplay(again)).toBe(true);
  });

  test('codes differ by exact code points: no trimming, folding or normalizing', async () => {
    const { createLink } = await newDealer();
    const codes = ['n-1', 'N-1', ' N-1', 'N-1 ', 'Ñ', 'N\u0303', 'ı', 'i'];
    const answers = await Promise.all(codes.map((OtherTrxCode) => createLink({ OtherTrxCode })));
    const addresses = answers.map(({ Data }) => (Data as { Url: string }).Url);
    expect(new Set(addresses).size).toBe(codes.length);
  });

  test('a code of 128 characters is taken, one of 129 is refused', async () => {
    const { createLink } = await newDealer();
    expect((await createLink({ OtherTrxCode: '😀'.repeat(128) })).ResultCode).toBe('Success');
    expect((await createLink({ OtherTrxCode: 'x'.repeat(129) })).ResultCode).toMatch(/\.InvalidRequest$/);
  });

  test.each(['', null, undefined, '   '])(
    'a blank code (%j) claims nothing: every request makes a link',
    async (blank) => {
      const { createLink } = await newDealer();
      const [first, second] = [await createLink({ OtherTrxCode: blank }), await createLink({ OtherTrxCode: blank })];
      expect((first.Data as { Url: string }).Url).not.toBe((second.Data as { Url: string }).Url);
      expect(isReplay(second)).toBe(false);
    },
  );

  test('a code that another operation took is refused: one namespace per dealer', async () => {
    const dealer = await newDealer();
    const { dealerCode } = dealer.dealer;
    const payment = paymentNames.nameOf(dealerCode, 'N-1');
    const terms = { otherTrxCode: 'N-1', operation: 'DoDirectPayment' } as const;
    await putRows(
      dealer.store,
      itemsOfDirect(directAttemptWith(dealerCode, { payment, fingerprint: 'another' }, terms)),
    );
    expect(await dealer.createLink({ OtherTrxCode: 'N-1' })).toMatchObject({ ResultCode: ALREADY_USED });
  });

  test('two dealers use the same code without meeting', async () => {
    const [one, other] = [await newDealer(), await newDealer()];
    expect(isReplay(await one.createLink({ OtherTrxCode: 'N-1' }))).toBe(false);
    expect(isReplay(await other.createLink({ OtherTrxCode: 'N-1' }))).toBe(false);
  });

  test('ten concurrent creations with one code yield one link', async () => {
    const dealer = await newDealer();
    const calls = Array.from({ length: 10 }, () => dealer.createLink({ OtherTrxCode: 'N-10' }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ ResultCode }) => ResultCode)).toEqual(answers.map(() => 'Success'));
    expect(new Set(answers.map(({ Data }) => JSON.stringify(Data))).size).toBe(1);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await storedPaymentOf(dealer.store, dealer.dealer.dealerCode, 'N-10')).toBeDefined();
  });

  test('ten concurrent registrations of one CustomerCode yield one customer and ten links', async () => {
    const dealer = await newDealer();
    const calls = Array.from({ length: 10 }, () => dealer.createLink({ CustomerCode: 'C-10', FirstName: 'Elif' }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ ResultCode }) => ResultCode)).toEqual(answers.map(() => 'Success'));
    const data = answers.map(({ Data }) => Data as { DealerCustomerId: number; Url: string });
    expect(new Set(data.map(({ DealerCustomerId }) => DealerCustomerId)).size).toBe(1);
    expect(new Set(data.map(({ Url }) => Url)).size).toBe(10);
  });
});
