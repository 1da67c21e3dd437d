import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { chargeOf, sandboxPos, soon, standingClock } from '../../support/bank/bank-calls.ts';
import { type BankDealer, newBankDealer } from '../../support/bank/bank-merchants.ts';
import { accountAt, startBank } from '../../support/bank/bank-server.ts';
import { authenticationOf } from '../../support/dealer/dealers.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { engineTable } from '../../support/store/store.ts';

const { baseUrl } = inject('stack');
const pos = sandboxPos();
afterAll(() => pos.close());

const stateOf = async (account: ReturnType<typeof accountAt>, order: ReturnType<typeof chargeOf>) =>
  (await pos.inquire(account, order, soon())).said?.state;

test('close-bank-day ends the day of one merchant at the stage’s bank, and not of another', async () => {
  const [account, other] = [accountAt(baseUrl), accountAt(baseUrl)];
  const [order, others, reserved] = [
    chargeOf('approved'),
    chargeOf('approved'),
    chargeOf('approved', { type: 'pre-authorisation' }),
  ];
  await pos.charge(account, order, soon());
  await pos.charge(account, reserved, soon());
  await pos.charge(other, others, soon());
  expect((await pos.followUp(account, order, { kind: 'refund' }, soon())).kind).toBe('unknown');
  const { done } = newOperator();
  expect(await done('close-bank-day', { merchant: account.clientId })).toMatchObject({ merchant: account.clientId });
  expect(await pos.inquireHistory(account, order, soon())).toMatchObject({ charge: 'settled', credits: [] });
  expect([await stateOf(account, reserved), await stateOf(other, others)]).toEqual(['A S', 'C S']);
  expect((await pos.followUp(account, order, { kind: 'void' }, soon())).kind).toBe('unknown');
  expect((await pos.followUp(account, order, { kind: 'refund' }, soon())).kind).toBe('approved');
  expect((await pos.followUp(other, others, { kind: 'void' }, soon())).kind).toBe('approved');
});

test('close-bank-day brings the refunds of its merchant forward, which the sweeper then carries out', async () => {
  const [dealer, other] = [await newBankDealer(), await newBankDealer()];
  const { endpoint, operateFunctionName } = inject('stack');
  const refunded = async ({ post, account, payDirectly }: BankDealer) => {
    expect(await payDirectly({ OtherTrxCode: 'R-1' })).toMatchObject({ ResultCode: 'Success' });
    const PaymentDealerRequest = { OtherTrxCode: 'R-1', Amount: '5.00' };
    const body = { PaymentDealerAuthentication: authenticationOf(account), PaymentDealerRequest };
    expect(await post('/PaymentDealer/DoCreateRefundRequest', JSON.stringify(body))).toMatchObject({
      ResultCode: 'Success',
    });
  };
  await Promise.all([dealer, other].map(refunded));
  const { done } = newOperator({ embeddedBank: baseUrl });
  const refundOf = async ({ dealer: { dealerCode } }: BankDealer) => {
    const { steps } = await done('show-payment', { dealerCode, otherTrxCode: 'R-1' });
    return (steps as readonly Readonly<Record<string, unknown>>[])[0];
  };
  const merchant = dealer.merchant.clientId;
  expect(await done('close-bank-day', { merchant })).toMatchObject({ merchant, refundsNow: 1 });
  expect(await done('close-bank-day', { merchant })).toMatchObject({ refundsNow: 0 });
  const sweeper = operateFunctionName.replace(/operate$/, 'reconcile-payments');
  const sweep = () => fetch(`${endpoint}/2015-03-31/functions/${sweeper}/invocations`, { method: 'POST', body: '{}' });
  await expect
    .poll(async () => {
      await sweep();
      return refundOf(dealer);
    })
    .toMatchObject({ kind: 'refund', state: 'done', amount: 5 });
  expect(await refundOf(other)).toMatchObject({ kind: 'refund', state: 'intended' });
});

test('after close-bank-day a void is refused at once, and a whole refund ends within two sweeps', async () => {
  const { dealer, post, account, payDirectly, merchant } = await newBankDealer();
  const { endpoint, operateFunctionName } = inject('stack');
  const call = (operation: string, fields: object) =>
    post(
      `/PaymentDealer/${operation}`,
      JSON.stringify({
        PaymentDealerAuthentication: authenticationOf(account),
        PaymentDealerRequest: { OtherTrxCode: 'V-1', ...fields },
      }),
    );
  expect(await payDirectly({ OtherTrxCode: 'V-1' })).toMatchObject({ ResultCode: 'Success' });
  const { done } = newOperator({ embeddedBank: baseUrl });
  await done('close-bank-day', { merchant: merchant.clientId });
  expect(await call('DoVoid', { VoidRefundReason: 2 })).toMatchObject({
    ResultCode: 'PaymentDealer.DoVoid.PaymentNotAvailable',
    ResultMessage: "The bank's day of this payment is over. Refund it.",
  });
  expect(await call('DoCreateRefundRequest', { Amount: '' })).toMatchObject({ ResultCode: 'Success' });
  const sweeper = operateFunctionName.replace(/operate$/, 'reconcile-payments');
  for (let sweeps = 0; sweeps < 2; sweeps += 1) {
    await fetch(`${endpoint}/2015-03-31/functions/${sweeper}/invocations`, { method: 'POST', body: '{}' });
  }
  const { steps } = await done('show-payment', { dealerCode: dealer.dealerCode, otherTrxCode: 'V-1' });
  expect(steps).toMatchObject([{ kind: 'refund', state: 'done', amount: 27.5 }]);
});

test('close-bank-day ends a day again, once per command id, and keeps an audit entry', async () => {
  const { run, audit, clock } = newOperator({ nowMs: 1_800_000_000_000 });
  const { clientId } = accountAt(baseUrl);
  const commandId = randomUUID();
  const both = await Promise.all([1, 2].map(() => run('close-bank-day', { merchant: clientId }, commandId)));
  expect(both.filter((answer) => answer.ok && answer.applied === true)).toHaveLength(1);
  expect(both.every(({ ok }) => ok)).toBe(true);
  expect(await audit(commandId)).toMatchObject({ command: 'close-bank-day', result: { merchant: clientId } });
  const ledger = dynamoBankLedger(engineTable(inject('stack')));
  expect(await ledger.latestClose(clientId)).toBe(1_800_000_000_001);
  // A clock that is behind does not reopen a closed day.
  clock.nowMs -= 60_000;
  await run('close-bank-day', { merchant: clientId });
  expect(await ledger.latestClose(clientId)).toBe(1_800_000_000_001);
  clock.nowMs += 120_000;
  await Promise.all([1, 2, 3].map(() => run('close-bank-day', { merchant: clientId })));
  expect(await ledger.latestClose(clientId)).toBe(1_800_000_060_001);
});

test('close-bank-day ends the day of every merchant', async () => {
  // Long ago, so that it ends no day of another test's bank.
  const longAgo = standingClock(1_500_000_000_000);
  const bank = await startBank(dynamoBankLedger(engineTable(inject('stack'))), undefined, {
    clock: longAgo,
    dayEnd: 0,
  });
  const [account, order] = [accountAt(bank.gateway), chargeOf('approved')];
  await pos.charge(account, order, soon());
  expect(await stateOf(account, order)).toBe('C S');
  const { done } = newOperator({ nowMs: longAgo.now() });
  await done('close-bank-day', { merchant: 'every merchant' });
  expect(await stateOf(account, order)).toBe('S S');
  await bank.stop();
});

test.each([
  ['all', 'must be the clientId'],
  ['12345', 'must be the clientId'],
  ['1901000000000000', 'must be the clientId'],
  ['', 'must be the clientId'],
])('close-bank-day refuses %j for a merchant', async (merchant, message) => {
  const { refused } = newOperator();
  expect(await refused('close-bank-day', { merchant })).toMatchObject({ code: 'InvalidInput', field: 'merchant' });
  expect((await refused('close-bank-day', { merchant })).message).toContain(message);
});

test('a production stage does not know close-bank-day, and its help does not tell of it', async () => {
  const { refused, done } = newOperator({ sandbox: false });
  expect(await refused('close-bank-day', { merchant: '190100000' })).toMatchObject({ code: 'UnknownCommand' });
  expect(await refused('help', { command: 'close-bank-day' })).toMatchObject({ code: 'UnknownCommand' });
  expect(JSON.stringify(await done('help', {}))).not.toContain('close-bank-day');
  expect(JSON.stringify(await newOperator().done('help', {}))).toContain('close-bank-day');
});
