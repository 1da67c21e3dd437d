import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../shared/adapters/nestpay/account.ts';
import { bankCodeMessages } from '../../shared/domain/attempt/bank-codes.ts';
import { canAuthenticate } from '../../shared/domain/card/bank-card-brand.ts';
import { isCardNumber } from '../../shared/domain/card/card-number-in-text.ts';
import { isTestCard } from '../../shared/nestpay/test-card-numbers.ts';
import { type TestCard, testCard, testCards } from '../../shared/nestpay/test-cards.ts';
import { chargeOf, gateForm, sandboxPos, soon, startOf } from '../support/bank/bank-calls.ts';
import { callbackOn, postForm } from '../support/bank/bank-payer.ts';
import { closedPort } from '../support/bank/bank-proxy.ts';
import { accountAt, startBank, type TestBank } from '../support/bank/bank-server.ts';
import { engineTable } from '../support/store/store.ts';

const pos = sandboxPos();
let bank: TestBank;
let account: NestPayAccount;

beforeAll(async () => {
  bank = await startBank(dynamoBankLedger(engineTable(inject('stack'))));
  account = accountAt(bank.gateway);
});
afterAll(async () => {
  pos.close();
  await bank.stop();
});

const codeOfCharge = async (cardId: string, gateway = bank.gateway): Promise<string> => {
  const answer = await pos.charge({ ...account, gateway }, chargeOf(cardId), soon());
  return 'code' in answer ? answer.code : answer.kind;
};

const codeWithThreeD = async (cardId: string): Promise<string> => {
  const start = startOf(cardId);
  const { fields } = callbackOn(await postForm(await gateForm(pos, account, start)));
  const verdict = await pos.verifyCallback(account, start, fields, soon());
  if (verdict.kind === 'failed') return verdict.code;
  if (verdict.kind === 'refused') return verdict.reason;
  if (verdict.kind === 'unknown') return verdict.kind;
  const { authentication } = verdict;
  const order = { ...start.order, authentication, payerAddress: '203.0.113.7' };
  const answer = await pos.provision(account, order, soon());
  return 'code' in answer ? answer.code : answer.kind;
};

const isDeclined = ({ charge }: TestCard): boolean => typeof charge === 'object';

const failsThreeD = ({ threeD }: TestCard): boolean => typeof threeD === 'object';

test('every bank code is reached through the embedded bank (dealer interface 7.7)', async () => {
  const reached = await Promise.all([
    ...testCards.filter(isDeclined).map(({ id }) => codeOfCharge(id)),
    ...testCards.filter(failsThreeD).map(({ id }) => codeWithThreeD(id)),
    codeWithThreeD('unlisted-decline'),
    codeOfCharge('approved', `http://127.0.0.1:${await closedPort()}`),
    codeOfCharge('approved', `https://127.0.0.1:${bank.port}`),
  ]);
  // 013 is decided before the gate, by the card's brand.
  if (!canAuthenticate(testCard('american-express').number)) reached.push('013');
  const listed = Object.keys(bankCodeMessages).filter((code) => Number(code) <= 26);
  expect(listed).toHaveLength(27);
  expect(listed.filter((code) => !reached.includes(code))).toEqual([]);
  expect(reached.filter((code) => !listed.includes(code))).toEqual(['028']);
});

test('test cards have numbers that pass Luhn, each its own, and no other number is one', () => {
  expect(testCards.filter(({ number }) => !isCardNumber(number))).toEqual([]);
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
  expect(new Set(testCards.map(({ id }) => id)).size).toBe(testCards.length);
  expect(testCards.every(({ number }) => isTestCard(number))).toBe(true);
  expect(isTestCard('4242424242424242')).toBe(false);
  expect(isTestCard('')).toBe(false);
});

test('only two network brands take part in 3D (013)', () => {
  const brands = ['approved', 'approved-mastercard', 'american-express', 'troy'].map((id) => testCard(id).number);
  expect(brands.map(canAuthenticate)).toEqual([true, true, false, false]);
  expect(['2221000000000009', '2720990000000007', '2721000000000004', '6011000000000004'].map(canAuthenticate)).toEqual(
    [true, true, false, false],
  );
});
