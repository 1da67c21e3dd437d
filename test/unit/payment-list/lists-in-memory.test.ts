import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { sandboxBank } from '../../support/bank/bank-calls.ts';
import { type MemoryBank, startMemoryBank } from '../../support/bank/memory-bank.ts';
import { leastDirect } from '../../support/dealer/dealers.ts';
import { serviceInMemory } from '../../support/operations/service-in-memory.ts';
import { DIRECT, paidBy } from '../../support/payment/direct-payments.ts';
import { subDealerWith, topDealer } from '../../support/payment/splits.ts';

const BLOCKS = ['PaymentDealerAuthentication', 'PaymentDealerRequest'] as const;
const clock = new FakeClock();
const PAYMENTS = { PaymentStartDate: '2026-01-15 00:00', PaymentEndDate: '2026-01-15 23:59' };
const TRANSACTIONS = { TrxStartDate: '2026-01-15 00:00', TrxEndDate: '2026-01-15 23:59' };

let bank: MemoryBank;
let calls: ReturnType<typeof sandboxBank>;
let service: Awaited<ReturnType<typeof serviceInMemory>>;

const call = async (operation: string, fields: object) => {
  const path = operation.startsWith('/') ? operation : `/PaymentDealer/${operation}`;
  const answer = await service.call(path, BLOCKS, fields);
  const isEmpty = answer.ResultCode.endsWith('NoDataFound');
  if (answer.Data === null && !isEmpty) throw new Error(`${operation}: ${answer.ResultMessage}`);
  return (answer.Data ?? {}) as Readonly<Record<string, unknown>>;
};

const pay = (OtherTrxCode: string, fields: object = {}) => call(DIRECT, { ...leastDirect, OtherTrxCode, ...fields });

beforeAll(async () => {
  bank = await startMemoryBank({ clock });
  calls = sandboxBank({ clock });
  service = await serviceInMemory({ gateway: bank.gateway, bank: calls, clock, dealer: topDealer });
  const { dealerCode } = service.dealer;
  await service.put([subDealerItem(subDealerWith(11, { dealerCode }))]);
  await pay('paid');
  await pay('declined', paidBy('insufficient-funds'));
  await pay('held', { IsPreAuth: 1 });
  await pay('captured', { IsPreAuth: 1 });
  await call('DoCapture', { OtherTrxCode: 'captured', Amount: 27.5 });
  await pay('voided');
  await call('DoVoid', { OtherTrxCode: 'voided', VoidRefundReason: 2 });
  await pay('shared', { CommissionScenario: 1, SubDealer: [{ DealerId: 11, Amount: 27.5 }] });
});
afterAll(async () => {
  calls.close();
  await bank.stop();
});

type Listed = Readonly<Record<string, unknown>>;

const payments = async (fields: object = {}): Promise<readonly Listed[]> =>
  ((await call('GetPaymentList', { ...PAYMENTS, ...fields })).PaymentList ?? []) as readonly Listed[];

const transactions = async (fields: object = {}): Promise<readonly Listed[]> =>
  ((await call('GetPaymentTrxList', { ...TRANSACTIONS, ...fields })).PaymentTrxList ?? []) as readonly Listed[];

const codesOf = (listed: readonly Listed[]) => listed.map(({ OtherTrxCode }) => String(OtherTrxCode)).toSorted();

describe('The list of payments', () => {
  test('holds all of them without a filter, and the failed ones too', async () => {
    expect(codesOf(await payments())).toEqual(['captured', 'declined', 'held', 'paid', 'shared', 'voided']);
  });

  test('counts what it holds by each status, and every payment has one status of each kind', async () => {
    const all = await payments();
    for (const name of ['PaymentStatus', 'TrxStatus'] as const) {
      for (const status of name === 'TrxStatus' ? [0, 1, 2] : [0, 1, 2, 3, 4]) {
        const wanted = codesOf(all.filter((one) => one[name] === status));
        expect(codesOf(await payments({ [name]: status })), `${name} ${status}`).toEqual(wanted);
      }
    }
  });

  test('takes both filters at once', async () => {
    const all = await payments();
    for (const PaymentStatus of [0, 1, 2, 3, 4]) {
      for (const TrxStatus of [0, 1, 2]) {
        const wanted = all.filter((one) => one.PaymentStatus === PaymentStatus && one.TrxStatus === TrxStatus);
        expect(codesOf(await payments({ PaymentStatus, TrxStatus }))).toEqual(codesOf(wanted));
      }
    }
  });

  test('tells apart what is paid, held, voided and declined', async () => {
    const statuses = Object.fromEntries(
      (await payments()).map(({ OtherTrxCode, PaymentStatus, TrxStatus }) => [
        OtherTrxCode,
        [PaymentStatus, TrxStatus],
      ]),
    );
    expect(statuses).toEqual({
      captured: [2, 1],
      declined: [2, 2],
      held: [1, 1],
      paid: [2, 1],
      shared: [2, 1],
      voided: [3, 1],
    });
  });
});

describe('The list of transactions', () => {
  test('holds charges and the steps that reached the bank', async () => {
    const kinds = (await transactions()).map(({ TrxType, TrxStatus }) => [TrxType, TrxStatus].join(' ')).toSorted();
    // Two pre-authorisations, of which one was captured; three sales, and one that was declined; a void.
    expect(kinds).toEqual(['1 1', '1 1', '2 1', '2 1', '2 1', '2 1', '2 2', '3 1']);
  });

  test('counts what it holds by type and status', async () => {
    const all = await transactions();
    const texts = (listed: readonly Listed[]) => listed.map((one) => JSON.stringify(one)).toSorted();
    for (const TrxType of [undefined, 1, 2, 3, 4]) {
      for (const TrxStatus of [undefined, 0, 1, 2]) {
        const wanted = all.filter(
          (one) =>
            (TrxType === undefined || one.TrxType === TrxType) &&
            (TrxStatus === undefined || one.TrxStatus === TrxStatus),
        );
        expect(texts(await transactions({ TrxType, TrxStatus })), [TrxType, TrxStatus].join(' ')).toEqual(
          texts(wanted),
        );
      }
    }
  });

  test('says no part of a sub-dealer to a dealer who asks for all', async () => {
    expect((await transactions()).every((one) => !('SubDealerAmount' in one))).toBe(true);
  });
});
