import { describe, expect, test } from 'vitest';
import { cancelPaymentRequest } from '../../../functions/link/cancel-payment-request/cancel-payment-request.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { Payment } from '../../../shared/domain/payment/payment.ts';
import { findNamedLink } from '../../../shared/payment-flow/named-link.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { dealerWith } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

/** A payment request as the payment that it is. */
const linkPayment = (link: PaymentRequest, attempts: Payment['attempts'] = []): Payment => ({
  ...paymentWith({ kind: 'link', dealerCode: 'D1' }),
  name: link.payment,
  paymentId: link.userPosPaymentId,
  otherTrxCode: link.otherTrxCode ?? '',
  link,
  attempts,
});

const one = linkPayment(linkWith({ dealerCode: 'D1', otherTrxCode: 'L-1', userPosPaymentId: 101 }));
const other = linkPayment(linkWith({ dealerCode: 'D1', otherTrxCode: 'L-2', userPosPaymentId: 102 }));
const direct = paymentWith({ otherTrxCode: 'D-1', paymentId: 103 });

describe('The payment request that a request names (decisions: state of a link)', () => {
  const find = async (ids: Parameters<typeof findNamedLink>[2]) => {
    const fake = new FakePayments([one, other, direct]);
    const { paymentId } = await findNamedLink(fake, 'D1', ids);
    return [paymentId, fake.reads];
  };

  test.each([
    [{ otherTrxCode: 'L-1' }, [101, 1]],
    [{ otherTrxCode: ' L-1 ' }, [101, 2]],
    [{ userPosPaymentId: 102 }, [102, 1]],
    [{ otherTrxCode: 'L-1', userPosPaymentId: 101 }, [101, 1]],
  ])('%j is found', async (ids, expected) => expect(await find(ids)).toEqual(expected));

  test.each([
    [{}, 'OtherTrxCodeOrUserPosPaymentIdMustBeGiven'],
    [{ otherTrxCode: 'D-1' }, 'UserPosPaymentNotFound'],
    [{ userPosPaymentId: 103 }, 'UserPosPaymentNotFound'],
    [{ otherTrxCode: 'L-9', userPosPaymentId: 109 }, 'UserPosPaymentNotFound'],
    [{ otherTrxCode: 'L-1', userPosPaymentId: 102 }, 'OtherTrxCodeDoesntMatchUserPosPaymentId'],
    [{ otherTrxCode: 'L-1', userPosPaymentId: 109 }, 'OtherTrxCodeDoesntMatchUserPosPaymentId'],
    [{ otherTrxCode: 'L-9', userPosPaymentId: 102 }, 'OtherTrxCodeDoesntMatchUserPosPaymentId'],
  ])('%j is refused: %s', async (ids, reason) => {
    await expect(find(ids)).rejects.toMatchObject({ reason });
  });
});

describe('Cancelling a payment request while a payer pays (rule 15)', () => {
  const nowMs = Date.UTC(2026, 0, 15, 12);
  const open = linkWith({ dealerCode: 'D1', otherTrxCode: 'L-1' });
  const attempt = linkAttemptWith(open, { state: 'charging' });
  const charging = { ...open, progress: { ...open.progress, activeAttempt: attempt.reference } };

  /** Cancels a link that is read in these states one after the other; the store refuses to write over a change. */
  const cancel = async (...states: readonly Payment[]) => {
    let [reads, writes] = [0, 0];
    const next = () => Promise.resolve(states[Math.min(reads++, states.length - 1)]);
    const useCase = cancelPaymentRequest({
      payments: { findByCode: next, findById: next },
      links: {
        cancel: () => {
          writes += 1;
          return Promise.resolve(reads === states.length && states.length < 5);
        },
      },
      clock: { now: () => nowMs },
    });
    const read = { ok: true, value: { OtherTrxCode: 'L-1' } } as const;
    const answer = useCase({ dealer: dealerWith(), operation: 'CancelUserPosPayment', sourceAddress: '', read });
    const ended = await answer.catch(({ reason, sentence }) => [reason, sentence]);
    return { ended, reads, writes };
  };

  test('is decided anew on the link as the payer left it', async () => {
    const refused = await cancel(linkPayment(open), linkPayment(charging, [attempt]));
    expect(refused).toEqual({
      ended: ['CancelNotAvailable', 'An attempt to pay this payment request is charging: wait for its end.'],
      reads: 2,
      writes: 1,
    });
    const done = await cancel(linkPayment(open), linkPayment({ ...open, version: 2 }));
    expect(done).toMatchObject({ ended: { data: { State: 'Cancelled' }, replayed: false }, reads: 2, writes: 2 });
    const byOther = await cancel(linkPayment(open), linkPayment({ ...open, state: 'cancelled' }));
    expect(byOther).toMatchObject({ ended: { data: { State: 'Cancelled' }, replayed: true }, reads: 2, writes: 1 });
  });

  test('gives up after five rounds', async () => {
    const { ended, writes } = await cancel(...Array.from({ length: 5 }, () => linkPayment(open)));
    expect([ended, writes]).toEqual([['CancelNotAvailable', expect.stringContaining('repeat the request')], 5]);
  });
});
