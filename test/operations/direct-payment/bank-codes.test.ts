import { describe, expect, test } from 'vitest';
import { testCards } from '../../../shared/nestpay/test-cards.ts';
import { newBankDealer } from '../../support/bank/bank-merchants.ts';
import {
  declinedWith,
  leastSplit,
  MARKET_PLACE,
  newSplitDealer,
  paidBy,
} from '../../support/payment/direct-payments.ts';

/** The bank's own codes of a decline, by the interface's code (dealer interface 7.7). */
const procReturnCodes: Readonly<Record<string, readonly string[]>> = {
  '000': ['06'],
  '002': ['51', '61', '65'],
  '003': ['14'],
  '004': ['05'],
  '005': ['57'],
  '006': ['33', '54', '80'],
  '007': ['12', '13', '30'],
  '009': ['93'],
  '011': ['01', '02'],
  '012': ['63'],
  '014': ['15', '39', '52', '53', '78'],
  '015': ['82'],
  '016': ['91', '92'],
  '017': ['96'],
  '018': ['43'],
  '019': ['41'],
  '020': ['04', '07', '36', '37', '62', 'YK'],
  '021': ['68'],
  '022': ['03', '58'],
  '023': ['34'],
  '028': ['59'],
};

const declines = Object.entries(procReturnCodes).flatMap(([code, all]) => all.map((bankCode) => ({ code, bankCode })));
const cardDeclinedWith = (bankCode: string): string =>
  testCards.find(({ charge }) => typeof charge === 'object' && charge.declined === bankCode)?.id ?? '';

describe('A decline by the bank (dealer interface 7.7; decisions: answers)', () => {
  test('comes back as Data.ResultCode with IsSuccessful false, outer Success, for each of the bank’s codes', async () => {
    const dealer = await newBankDealer();
    const answers = await Promise.all(
      declines.map(({ bankCode }) => dealer.payDirectly(paidBy(cardDeclinedWith(bankCode)))),
    );
    for (const [index, { code, bankCode }] of declines.entries()) {
      expect({ bankCode, ...answers[index] }).toMatchObject({
        bankCode,
        status: 200,
        ResultCode: 'Success',
        ResultMessage: '',
        Exception: null,
        Data: declinedWith(code),
      });
    }
    const orders = await dealer.orders();
    expect(orders.map(({ procReturnCode }) => procReturnCode).toSorted()).toEqual(
      declines.map(({ bankCode }) => bankCode).toSorted(),
    );
    expect(await dealer.charges()).toEqual([]);
  });

  test('covers every card that the embedded bank declines', () => {
    const cards = testCards.flatMap(({ charge }) => (typeof charge === 'object' ? [charge.declined] : []));
    expect(declines.map(({ bankCode }) => bankCode).toSorted()).toEqual([...new Set(cards)].toSorted());
  });

  test('is the same with sub-dealers, and is stored as it was told (rule 1)', async () => {
    const dealer = await newSplitDealer();
    const answer = await dealer.payDirectly({ ...leastSplit, ...paidBy('stolen') }, MARKET_PLACE);
    expect(answer).toMatchObject({ ResultCode: 'Success', Data: declinedWith('018') });
    expect(await dealer.directAttempts()).toMatchObject([
      { state: 'declined', reportedOutcome: 'failed', bank: { code: '018' }, reservations: [] },
    ]);
  });

  test.each([
    ['008', 'nobody listens at its address', 'http://127.0.0.1:1'],
    ['010', 'it speaks no TLS', undefined],
  ])('is %s where the bank was surely not reached: %s (rule 3)', async (code, _why, gateway) => {
    const dealer = await newBankDealer();
    await dealer.putPos({ gateway: gateway ?? dealer.stack.baseUrl.replace('http:', 'https:') });
    const answer = await dealer.payDirectly({ OtherTrxCode: 'P-1' });
    expect(answer).toMatchObject({ ResultCode: 'Success', Data: declinedWith(code) });
    expect(await dealer.directAttempts()).toMatchObject([
      { state: 'declined', reportedOutcome: 'failed', bank: { code } },
    ]);
    expect(await dealer.orders()).toEqual([]);
  });
});

describe('An answer of the bank that says nothing reliable (rule 3)', () => {
  test('is asked after, and a charge that the inquiry finds is a success', async () => {
    const dealer = await newBankDealer();
    const cards = ['error-after-charge', 'approved-with-99', 'error-with-00', 'other-order', 'other-amount'];
    const unreadable = ['truncated', 'entity-bomb', 'oversize', 'redirect'];
    const answers = await Promise.all([...cards, ...unreadable].map((card) => dealer.payDirectly(paidBy(card))));
    for (const answer of answers) {
      expect(answer).toMatchObject({ ResultCode: 'Success', Data: { IsSuccessful: true, ResultCode: '' } });
    }
    const told = answers.map(({ Data }) => (Data as { VirtualPosOrderId: string }).VirtualPosOrderId);
    expect((await dealer.charges()).map(({ orderId }) => orderId).toSorted()).toEqual(told.toSorted());
  });

  test('and that no inquiry clears up is OutcomeUnknown, with nobody told (rule 1)', async () => {
    const dealer = await newBankDealer();
    for (const [code, sentence] of [
      ['P-1', 'repeat the request with the same OtherTrxCode'],
      ['', 'reversed if it was charged'],
    ]) {
      const answer = await dealer.payDirectly({ ...paidBy('error-before-charge'), OtherTrxCode: code });
      expect(answer).toMatchObject({ Data: null, ResultCode: 'PaymentDealer.DoDirectPayment.OutcomeUnknown' });
      expect(answer.ResultMessage).toContain(sentence);
    }
    const attempts = await dealer.directAttempts();
    expect(attempts.map(({ state, reportedOutcome: told }) => [state, told])).toEqual([
      ['in-doubt', 'nobody'],
      ['in-doubt', 'nobody'],
    ]);
  });
});
