import { describe, expect, test } from 'vitest';
import type { BankDay } from '../../../../../functions/sandbox/bank-simulator/bank-day.ts';
import type { Answer, ApiResult } from '../../../../../functions/sandbox/bank-simulator/nestpay/answers.ts';
import type { ApiRequest } from '../../../../../functions/sandbox/bank-simulator/nestpay/api-request.ts';
import { followUp } from '../../../../../functions/sandbox/bank-simulator/nestpay/follow-up-faults.ts';
import { type BankFollowUp, type BankOrder, bankFollowUps } from '../../../../../shared/ports/bank-ledger.ts';
import { credentialsOf, documentOf } from '../../../../support/bank/bank-wire.ts';
import {
  calledBank,
  calledBankParts,
  calledMerchant,
  ledgerWith,
  textOf,
} from '../../../../support/bank/called-bank.ts';
import { CLOSED, credit, hold, OPEN, sale } from '../../../../support/bank/nestpay-orders.ts';

const scenes: Readonly<Record<BankFollowUp, { readonly order: BankOrder; readonly day: BankDay }>> = {
  PostAuth: { order: hold, day: OPEN },
  Void: { order: sale, day: OPEN },
  Credit: { order: sale, day: CLOSED },
};

const steppedWith = async (
  type: BankFollowUp,
  changes: Partial<BankOrder>,
  { request = { Total: '40.00' }, day = scenes[type].day }: { request?: Partial<ApiRequest>; day?: BankDay } = {},
) => {
  const { deps, waits } = calledBankParts();
  const order = { ...scenes[type].order, ...changes };
  await deps.ledger.enter(order);
  const result = await followUp(deps, { request, order, type }, day);
  const after = (await deps.ledger.findOrder(order.clientId, order.orderId)) ?? expect.unreachable('the order is gone');
  return { deps, waits, result, after, order };
};

const codesOf = (result: ApiResult): unknown =>
  'raw' in result
    ? 'half an answer'
    : [result.response, result.procReturnCode, result.errorCode ?? result.errorMessage];

const APPROVAL = ['Approved', '00', undefined];
const FAILURE = ['Error', '99', 'System error'];
const DECLINE = ['Declined', '05', 'ISO8583-05'];
const refusedWith = (code: string) => ['Error', '99', code];

describe('A step after a charge', () => {
  test.each(bankFollowUps)('%s is booked, and answered with a transaction id of its own', async (type) => {
    const { result, after, order } = await steppedWith(type, {});
    const done = { orderId: 'ORDER-1', response: 'Approved', procReturnCode: '00', cardId: 'approved' };
    const ofCharge = { authCode: order.authCode, hostReference: order.hostReference };
    const ofCredit = { authCode: '000001', hostReference: '000000000002' };
    const references = type === 'Credit' ? ofCredit : { ...ofCharge, transactionId: 'token-1' };
    expect(result).toMatchObject({ ...done, references });
    expect(after.version).toBe(2);
    expect(after.credits).toMatchObject(
      type === 'Credit'
        ? [{ ...ofCredit, state: 'done', procReturnCode: '00', amount: 4000, transactionId: 'token-1' }]
        : [],
    );
    expect(after.state).toBe(type === 'Void' ? 'voided' : 'captured');
  });

  test.each<readonly [string, BankFollowUp, readonly unknown[]]>([
    ['void-unclear', 'Void', FAILURE],
    ['void-unclear', 'PostAuth', APPROVAL],
    ['void-refused-credit-unclear', 'Credit', FAILURE],
    ['void-refused-credit-unclear', 'PostAuth', APPROVAL],
    ['credit-twice', 'Credit', APPROVAL],
  ])('by the card %s: %s is answered %j, and done', async (cardId, type, answer) => {
    const { result, after } = await steppedWith(type, { cardId });
    expect(codesOf(result)).toEqual(answer);
    const states = { PostAuth: 'captured', Void: 'voided', Credit: 'captured' };
    expect(after.state).toBe(states[type]);
    expect(after.credits).toHaveLength(type === 'Credit' ? (cardId === 'credit-twice' ? 2 : 1) : 0);
  });

  test('that credits is declined once by the card that stands for it, and kept', async () => {
    const cardId = 'void-refused-first-credit-declined';
    const credits = [credit({ state: 'declined', procReturnCode: '99' })];
    const { deps, result, after } = await steppedWith('Credit', { cardId, credits });
    expect(codesOf(result)).toEqual(DECLINE);
    const kept = { state: 'declined', procReturnCode: '05', authCode: '', hostReference: '000000000001' };
    expect(after.credits[1]).toMatchObject(kept);
    expect((result as Answer).references).toMatchObject({ hostReference: '000000000001' });
    const asked = { request: { Total: '40.00' } as ApiRequest, order: after, type: 'Credit' } as const;
    expect(codesOf(await followUp(deps, asked, CLOSED))).toEqual(APPROVAL);
  });

  test.each<readonly [BankFollowUp, Partial<ApiRequest>, Partial<BankOrder>, string, number]>([
    ['PostAuth', { Total: 'x' }, {}, 'CORE-2007', 0],
    ['Credit', { Total: 'x' }, {}, 'CORE-2007', 0],
    ['Credit', { Total: '0' }, {}, 'CORE-2009', 0],
    ['Credit', { Total: '1', Currency: '840' }, {}, 'CORE-2119', 0],
    ['Credit', { Total: '100.01' }, {}, 'CORE-2503', 1],
    ['Credit', { Total: '1' }, { cardId: 'void-and-credit-refused' }, 'CORE-2514', 1],
  ])('%s with %j of %j is refused with %s, and keeps %i credits', async (type, request, changes, code, count) => {
    const { result, after } = await steppedWith(type, changes, { request });
    expect(codesOf(result)).toEqual(refusedWith(code));
    const kept = { state: 'declined', procReturnCode: '99', authCode: '', hostReference: '' };
    expect(after.credits).toMatchObject(Array.from({ length: count }, () => kept));
  });

  test.each([
    [29, APPROVAL],
    [30, refusedWith('CORE-2514')],
  ])('of an order with %i credits is answered %j', async (count, answer) => {
    const credits = Array.from({ length: count }, () => credit({ state: 'declined' }));
    expect(codesOf((await steppedWith('Credit', { credits })).result)).toEqual(answer);
  });

  test('that credits the rest makes the order refunded', async () => {
    expect((await steppedWith('Credit', {}, { request: { Total: '100.00' } })).after.state).toBe('refunded');
  });

  test.each<readonly [BankFollowUp, Partial<BankOrder>, Partial<ApiRequest>]>([
    ['Void', {}, {}],
    ['Credit', {}, { Total: '1' }],
    ['Credit', {}, { Total: '100.01' }],
    ['Void', { cardId: 'follow-up-error-before' }, {}],
  ])('%s of %j with %j is busy where another call changes the order first', async (type, changes, request) => {
    const { deps } = calledBankParts({ ledger: ledgerWith({ changeOrder: async () => false }) });
    const asked = { request: request as ApiRequest, order: { ...scenes[type].order, ...changes }, type };
    expect(codesOf(await followUp(deps, asked, scenes[type].day))).toEqual(refusedWith('CORE-2304'));
  });

  test.each([
    ['PostAuth', 'CORE-2509'],
    ['Void', 'CORE-2008'],
    ['Credit', 'CORE-2123'],
  ])('%s of an order that nobody knows is refused with %s', async (Type, code) => {
    const body = documentOf({ ...credentialsOf(calledMerchant), Type, OrderId: 'ORDER-1' });
    expect(textOf(await calledBank().send('/fim/api', body))).toContain(`<ERRORCODE>${code}</ERRORCODE>`);
  });
});

describe.each(bankFollowUps)('The fault of a card meets %s', (type) => {
  test.each<readonly [string, unknown, boolean, readonly string[]]>([
    ['slow', APPROVAL, true, ['delay']],
    ['time-out-before', FAILURE, false, ['hold']],
    ['time-out-after', APPROVAL, true, ['hold']],
    ['error-before', FAILURE, false, []],
    ['error-after', FAILURE, true, []],
    ['truncated', 'half an answer', true, []],
    ['duplicate', refusedWith('CORE-2304'), true, []],
    ['declined', DECLINE, false, []],
  ])('once: %s is answered %j, and done: %j', async (fault, answer, isDone, waits) => {
    const { result, after, order, waits: waited } = await steppedWith(type, { cardId: `follow-up-${fault}` });
    expect([codesOf(result), waited]).toEqual([answer, waits]);
    expect(after.faultsMet).toEqual([type]);
    const done = type === 'Credit' ? after.credits.some(({ state }) => state === 'done') : after.state !== order.state;
    expect(done).toBe(isDone);
  });

  test('beside those that other steps have met', async () => {
    const faultsMet = bankFollowUps.filter((one) => one !== type);
    const { after } = await steppedWith(type, { cardId: 'follow-up-error-before', faultsMet });
    expect(after.faultsMet).toEqual([...faultsMet, type]);
  });
});
