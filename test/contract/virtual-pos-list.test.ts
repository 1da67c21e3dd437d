import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { stackOfTests } from '../support/app/stack-of-tests.ts';
import { sandboxBank, soon, standingClock } from '../support/bank/bank-calls.ts';
import { startBank, type TestBank } from '../support/bank/bank-server.ts';
import { gateways } from '../support/bank/gateways.ts';
import { engineTable } from '../support/store/store.ts';

const MORNING = Date.parse('2027-01-15T11:00:00+03:00');
const HOUR_MS = 3_600_000;

const clock = standingClock(MORNING);
const pos = sandboxBank({ clock });
let bank: TestBank;

beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(stackOfTests())), undefined, { clock, dayEnd: 22 * 60 });
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

describe.each(gateways)('The list of a period, of $kind', (gateway) => {
  test('has the orders of the account that began in it, where banks of the kind list orders at all', async () => {
    const [account, other] = [gateway.accountAt(bank.gateway), gateway.accountAt(bank.gateway)];
    const [first, second, others] = ['approved', 'approved', 'approved'].map((id) => gateway.chargeOf(id));
    if (first === undefined || second === undefined || others === undefined) throw new Error('no order');
    const fromMs = clock.now();
    await pos.charge(account, first, soon(clock));
    await pos.charge(other, others, soon(clock));
    clock.advance(HOUR_MS);
    await pos.charge(account, second, soon(clock));
    clock.advance(HOUR_MS);
    const list = (untilMs: number) => pos.listOrders(account, { fromMs, untilMs, page: 1 }, soon(clock));
    if (gateway.kind === 'nestpay') {
      expect(await list(clock.now())).toEqual({ kind: 'not-offered' });
      return;
    }
    const listed = (orderId: string) => ({ orderId, amount: 12_345, currency: 'TL' });
    expect(await list(clock.now())).toEqual({
      kind: 'orders',
      orders: [listed(first.orderId), listed(second.orderId)],
      isLastPage: true,
    });
    expect(await list(fromMs + HOUR_MS / 2)).toMatchObject({ orders: [listed(first.orderId)] });
  });
});
