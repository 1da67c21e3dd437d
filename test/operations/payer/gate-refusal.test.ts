import { describe, expect, test } from 'vitest';
import { hashVer3 } from '../../../shared/adapters/nestpay/hash-ver3.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { type BankDealer, newBankDealer, simple } from '../../support/bank/bank-merchants.ts';
import {
  openPage,
  type PayerPage,
  passingForm,
  payThroughBank,
  payWith,
  postCallback,
} from '../../support/payment/payer.ts';

/** Fields that the bank's gate does not echo: the card, and our own hash. */
const NOT_ECHOED = ['pan', 'cv2', 'ecom_payment_card_expdate_month', 'ecom_payment_card_expdate_year', 'hash'];

/** The callback of a gate that refuses the form of a hand-over page: signed, and without mdStatus. */
const refusedByGate = (handOver: PayerPage, errorCode: string, storeKey: string): readonly FormField[] => {
  const echoes = passingForm(handOver).fields.filter(([name]) => !NOT_ECHOED.includes(name.toLowerCase()));
  const said: readonly FormField[] = [
    ['Response', 'Error'],
    ['ErrorCode', errorCode],
    ['ErrMsg', 'kart numarası doğru formatta değildir'],
    ['mdErrorMsg', ''],
  ];
  const fields = [...echoes, ...said];
  return [...fields, ['HASH', hashVer3(fields, storeKey)]];
};

const failUrlOf = (fields: readonly FormField[]): string => fields.find(([name]) => name === 'failUrl')?.[1] ?? '';

const newScene = async () => {
  const dealer = await newBankDealer();
  const { url } = await dealer.newLink(simple);
  return { dealer, url, handOver: await payWith(await openPage(url), 'approved') };
};

const lastDecline = async (dealer: BankDealer, url: string): Promise<string | undefined> =>
  (await dealer.linkAt(url)).progress.lastDecline?.code;

describe('A bank’s gate that refuses the form of a 3D payment', () => {
  test.each([
    ['HPP-1001', '003', 'Check the card details and enter them again.'],
    ['HPP-1010', '025', 'The payment cannot be completed right now'],
  ])('%s is a failed authentication, %s: the payer reads “%s” and can pay again', async (errorCode, code, advice) => {
    const { dealer, url, handOver } = await newScene();
    const fields = refusedByGate(handOver, errorCode, dealer.merchant.storeKey);
    const page = await postCallback({ action: failUrlOf(fields), fields });
    expect(page.status).toBe(200);
    expect(page.text).toContain(advice);
    expect(await lastDecline(dealer, url)).toBe(code);
    expect(await dealer.attemptsAt(url)).toMatchObject([
      { state: 'declined', reportedOutcome: 'failed', bank: { code } },
    ]);
    await payThroughBank(await openPage(url), 'approved');
    expect((await dealer.linkAt(url)).state).toBe('paid');
    expect(await dealer.charges()).toHaveLength(1);
  });

  test('is not believed without the bank’s hash: the attempt goes on', async () => {
    const { dealer, url, handOver } = await newScene();
    const fields = refusedByGate(handOver, 'HPP-1001', 'another key');
    await postCallback({ action: failUrlOf(fields), fields });
    expect(await lastDecline(dealer, url)).toBeUndefined();
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'authenticating' }]);
  });
});
