import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import { newAccountNumber } from '../../support/bank/account-numbers.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { ratesOf } from '../../support/dealer/virtual-pos.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { formFor, openPage, payWith, quoteFor, reportOn, throughBank } from '../../support/payment/payer.ts';
import { putRows } from '../../support/store/store.ts';

const MASTERCARD = 'approved-mastercard';
const MASTERCARD_NUMBER = '5555555555554444';
const chooses = { SetInstallmentBy: 0, Amount: 100, CommissionByDealer: 0 } as const;

/** A default virtual POS that is cheap at once, and one of the card's programme that is cheap in installments. */
const twoBanks = async (preferCheapest: boolean): Promise<BankDealer> => {
  const dealer = await newBankDealer({
    dealer: { preferCheapest },
    pos: { rates: ratesOf({ 1: '1', 2: '9', 3: '9' }), installmentCounts: [2, 3] },
  });
  await dealer.putPos({
    posId: 'programme',
    bankCode: '46',
    group: 'AXESS',
    isDefault: false,
    rates: ratesOf({ 1: '2', 2: '4', 6: '6' }),
    installmentCounts: [2, 6],
  });
  return dealer;
};

/** A card of a bank at which the dealer has no virtual POS, in the programme of the second one. */
const programmeCard = (dealer: BankDealer) =>
  putRows(dealer.store, [binItem({ bin: '555555', bankCode: '62', group: 'AXESS', brand: 'Mastercard' })]);

const offers = async (url: string) => {
  const quoted = await quoteFor(await openPage(url), MASTERCARD);
  return { quoted, choices: formFor(quoted, 'pay').offers('choice') };
};

describe('A dealer with preferCheapest (decisions: choosing)', () => {
  test('shows each count at the price of the virtual POS that charges it, and charges there what was shown', async () => {
    const dealer = await twoBanks(true);
    await programmeCard(dealer);
    const { url } = await dealer.newLink(chooses);
    const { quoted, choices } = await offers(url);
    // Once at the default bank for 1 %; in two and six at the bank of the programme, which has no three.
    expect(choices).toEqual(['1:10100', '2:10400', '6:10600']);
    const report = await throughBank(await payWith(quoted, MASTERCARD, { choice: '6:10600' }));
    expect(reportOn(report).fields.resultCode).toBe('');
    expect(await dealer.attemptsAt(url)).toMatchObject([{ pos: { posId: 'programme' }, terms: { total: 10_600 } }]);
    expect(await dealer.charges()).toMatchObject([{ amount: 10_600 }]);
    const single = await dealer.newLink(chooses);
    const first = await offers(single.url);
    await throughBank(await payWith(first.quoted, MASTERCARD, { choice: '1:10100' }));
    expect(await dealer.attemptsAt(single.url)).toMatchObject([{ pos: { posId: 'isbank' }, terms: { total: 10_100 } }]);
  });

  test('has a payer see the new total before the charge where the prices changed meanwhile (rule 16)', async () => {
    const dealer = await twoBanks(true);
    await programmeCard(dealer);
    const { url } = await dealer.newLink(chooses);
    const { quoted } = await offers(url);
    const changed = await payWith(quoted, MASTERCARD, { choice: '2:10399' });
    expect(formFor(changed, 'pay').offers('choice')).toEqual(['1:10100', '2:10400', '6:10600']);
    expect(await dealer.charges()).toEqual([]);
  });

  test('pays directly where it costs least, and the price inquiries tell the same', async () => {
    const dealer = await twoBanks(true);
    await programmeCard(dealer);
    const card = { CardNumber: MASTERCARD_NUMBER };
    for (const [count, posId] of [
      [1, 'isbank'],
      [2, 'programme'],
    ] as const) {
      const paid = await dealer.payDirectly({ ...card, OtherTrxCode: randomUUID(), InstallmentNumber: count });
      expect(paid.Data).toMatchObject({ IsSuccessful: true });
      expect((await dealer.directAttempts()).at(-1)).toMatchObject({ pos: { posId } });
    }
    const asked = { BinNumber: '555555', OrderAmount: 100, IsIncludedCommissionAmount: 1 };
    const table = await callOperation(dealer, 'DoCalcPaymentTable', asked);
    const rows = (
      table.Data as {
        BankPaymentInstallmentInfoList: { PaymentInstallmentInfoList: { DealerCommissionRate: number }[] }[];
      }
    ).BankPaymentInstallmentInfoList[0]?.PaymentInstallmentInfoList;
    expect(rows?.slice(0, 6).map((row) => row.DealerCommissionRate)).toEqual([1, 4, -1, -1, -1, 6]);
    const price = await callOperation(dealer, 'DoCalcPaymentAmount', {
      BinNumber: '555555',
      OrderAmount: 100,
      InstallmentNumber: 2,
    });
    expect(price.Data).toMatchObject({ PaymentAmount: 104, DealerCommissionRate: 4 });
  });

  test('has banks of two kinds: the cheaper one charges, and without CVC the one that does so', async () => {
    const dealer = await newBankDealer({ dealer: { preferCheapest: true, cvcOptional: true } });
    const { dealerCode } = dealer.dealer;
    const terminal = sandboxTerminal(newAccountNumber());
    await newOperator().done('put-virtual-pos', {
      ...terminal,
      dealerCode,
      posId: 'garanti',
      kind: 'garanti',
      bankCode: '62',
      bankName: 'Garanti',
      gateway: dealer.stack.baseUrl,
      rates: { '1': 1 },
    });
    const pay = (fields: object) => dealer.payDirectly({ OtherTrxCode: randomUUID(), ...fields });
    expect((await pay({})).Data).toMatchObject({ IsSuccessful: true });
    expect((await pay({ CvcNumber: undefined })).Data).toMatchObject({ IsSuccessful: true });
    expect((await dealer.directAttempts()).map(({ pos }) => pos.posId)).toEqual(['garanti', 'isbank']);
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('refuses a count that only a bank outside the card’s programme takes', async () => {
    const dealer = await twoBanks(true);
    await programmeCard(dealer);
    const refused = await dealer.payDirectly({ CardNumber: MASTERCARD_NUMBER, InstallmentNumber: 3 });
    expect(refused).toMatchObject({
      Data: null,
      ResultCode: expect.stringContaining('ThisInstallmentNumberNotAvailableForVirtualPos'),
    });
  });

  test('is none by default: every count is charged at the bank of the card, else at the default one', async () => {
    const dealer = await twoBanks(false);
    await programmeCard(dealer);
    const { url } = await dealer.newLink(chooses);
    expect((await offers(url)).choices).toEqual(['1:10100', '2:10900', '3:10900']);
  });
});
