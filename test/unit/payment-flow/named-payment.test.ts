import { describe, expect, test } from 'vitest';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import type { PaymentIds } from '../../../shared/domain/payment/payment-ids.ts';
import { findNamedPayment } from '../../../shared/payment-flow/named-payment.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { directAttemptWith } from '../../support/payment/attempts.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

const orderOf = ({ attempts }: Payment, number = 1): string => attempts[number - 1]?.orderId ?? '';

const one = paymentWith({ otherTrxCode: 'D-1' });
const other = paymentWith({ otherTrxCode: 'D-2' });
const foreign = paymentWith({ dealerCode: 'D2', otherTrxCode: 'D-3' });

/** A payment whose first attempt was declined, and whose second one is as given. */
const triedTwice = (second: 'approved' | 'in-doubt'): Payment => {
  const payment = paymentWith({ otherTrxCode: 'D-4' }, { state: 'declined', reportedOutcome: 'failed', next: true });
  const told = second === 'approved' ? 'paid' : 'nobody';
  const attempt = directAttemptWith('D1', { payment: payment.name, number: 2, state: second, reportedOutcome: told });
  return { ...payment, attempts: [...payment.attempts, attempt] };
};

const find = async (ids: PaymentIds, payments: readonly Payment[] = [one, other, foreign]) => {
  const fake = new FakePayments(payments);
  const { payment, attempt } = await findNamedPayment(fake, 'D1', ids);
  return { code: payment.otherTrxCode, number: attempt.number, reads: fake.reads };
};

describe('The payment that a request names (decisions: identifiers of payments)', () => {
  test('is found by its code or by its order, with one read', async () => {
    expect(await find({ otherTrxCode: 'D-1' })).toEqual({ code: 'D-1', number: 1, reads: 1 });
    expect(await find({ virtualPosOrderId: orderOf(other) })).toEqual({ code: 'D-2', number: 1, reads: 1 });
    expect(await find({ otherTrxCode: 'D-1', virtualPosOrderId: orderOf(one) })).toMatchObject({ reads: 1 });
  });

  test('a code is looked for as it is given, then without the blanks around it', async () => {
    const blank = paymentWith({ otherTrxCode: ' D-1 ' });
    expect(await find({ otherTrxCode: ' D-1 ' })).toMatchObject({ code: 'D-1', reads: 2 });
    expect(await find({ otherTrxCode: ' D-1 ' }, [one, blank])).toMatchObject({ code: ' D-1 ', reads: 1 });
  });

  test('a code means the attempt that was reported paid, else the latest; an order id its own attempt', async () => {
    for (const second of ['approved', 'in-doubt'] as const) {
      const payment = triedTwice(second);
      expect(await find({ otherTrxCode: 'D-4' }, [payment])).toMatchObject({ number: 2 });
      expect(await find({ virtualPosOrderId: orderOf(payment, 1) }, [payment])).toMatchObject({ number: 1 });
    }
    const paidFirst = paymentWith({ otherTrxCode: 'D-5' });
    const late = directAttemptWith('D1', {
      payment: paidFirst.name,
      number: 2,
      state: 'declined',
      reportedOutcome: 'failed',
    });
    const attempts = [...paidFirst.attempts, late];
    expect(await find({ otherTrxCode: 'D-5' }, [{ ...paidFirst, attempts }])).toMatchObject({ number: 1 });
  });

  test.each([
    ['no id', {}, 'OtherTrxCodeOrVirtualPosOrderIdMustGiven'],
    ['an unknown code', { otherTrxCode: 'D-9' }, 'PaymentNotFound'],
    ['an unknown order', { virtualPosOrderId: 'ORDER-9' }, 'PaymentNotFound'],
    ['two unknown ids', { otherTrxCode: 'D-9', virtualPosOrderId: 'ORDER-9' }, 'PaymentNotFound'],
    ["another dealer's code", { otherTrxCode: 'D-3' }, 'PaymentNotFound'],
    ["another dealer's order", { virtualPosOrderId: orderOf(foreign) }, 'PaymentNotFound'],
    [
      'ids of two payments',
      { otherTrxCode: 'D-1', virtualPosOrderId: orderOf(other) },
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
    ],
    [
      'an unknown code beside a known order',
      { otherTrxCode: 'D-9', virtualPosOrderId: orderOf(one) },
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
    ],
    [
      'a known code beside an unknown order',
      { otherTrxCode: 'D-1', virtualPosOrderId: 'ORDER-9' },
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
    ],
  ])('%s is refused', async (_what, ids, reason) => {
    await expect(find(ids)).rejects.toMatchObject({ reason });
  });

  test('ids of two attempts of one payment are refused: nobody knows which is meant', async () => {
    const payment = triedTwice('approved');
    await expect(
      find({ otherTrxCode: 'D-4', virtualPosOrderId: orderOf(payment, 1) }, [payment]),
    ).rejects.toMatchObject({ reason: 'OtherTrxCodeAndVirtualPosOrderIdMismatch' });
  });

  test('a code under which nobody has tried to pay names no payment', async () => {
    await expect(find({ otherTrxCode: 'D-1' }, [{ ...one, attempts: [] }])).rejects.toMatchObject({
      reason: 'PaymentNotFound',
    });
  });
});
