import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { demoBins } from '../../infra/local/demo-bins.ts';
import { dynamoBankLedger } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { NestPayAccount } from '../../shared/adapters/nestpay/account.ts';
import { BIN } from '../../shared/domain/card/bin-record.ts';
import { publicTestCards } from '../../shared/nestpay/public-test-cards.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import type { PaymentCard } from '../../shared/ports/bank-order.ts';
import { chargeOf, gateForm, sandboxPos, soon, startOf } from '../support/bank/bank-calls.ts';
import { callbackOn, decideOn, postForm, shownCode } from '../support/bank/bank-payer.ts';
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

/** As the documents of client libraries print a card. */
const printed = (number: string): PaymentCard => ({ number, expiryMonth: '12', expiryYear: '2030', cvc: '000' });
const numbers = publicTestCards.map(({ number }) => number);

describe('A public test card', () => {
  test('is one of 36, each with a number of its own', () => {
    expect(new Set(numbers).size).toBe(36);
  });

  test.each(numbers)('%s is approved without 3D', async (number) => {
    const answer = await pos.charge(account, { ...chargeOf('approved'), card: printed(number) }, soon());
    expect(answer.kind).toBe('approved');
  });

  test.each(numbers)('%s is asked for a code in 3D, and then approved', async (number) => {
    const start = { ...startOf('approved'), card: printed(number) };
    const challenge = await postForm(await gateForm(pos, account, start));
    const callback = callbackOn(await decideOn(challenge, 'approve', shownCode(challenge)));
    const verdict = await pos.verifyCallback(account, start, callback.fields, soon());
    if (verdict.kind !== 'authenticated') throw new Error('not authenticated');
    const { authentication } = verdict;
    const order = { ...start.order, authentication, payerAddress: '203.0.113.7' };
    expect((await pos.provision(account, order, soon())).kind).toBe('approved');
  });

  test('has a BIN record of its bank and brand in the demo', () => {
    const byBin = new Map(demoBins.map((entry) => [entry.bin, entry]));
    expect(byBin.size).toBe(demoBins.length);
    for (const card of publicTestCards) {
      const issuer = 'bankCode' in card ? { bankCode: card.bankCode } : { bankName: card.issuer };
      expect(byBin.get(card.number.slice(0, 6))).toMatchObject({ ...issuer, brand: card.brand });
    }
    expect(demoBins.filter(({ bin }) => !BIN.test(bin))).toEqual([]);
    expect(testCards.filter(({ number }) => !byBin.has(number.slice(0, 6)))).toEqual([]);
  });

  test('of a brand that takes no part in 3D says so on the bank’s page', async () => {
    const { markup } = await postForm(await gateForm(pos, account, startOf('approved')));
    const rowOf = (number: string): string => new RegExp(`>${number}</dt><dd>([^<]*)<`).exec(markup)?.[1] ?? '';
    for (const number of ['371449635398431', '9792030394440796'])
      expect(rowOf(number)).toBe('takes no part in 3D (013); approved');
    for (const number of numbers) expect(rowOf(number)).toBe('asks for a code; approved');
    expect(rowOf('4111111111111111')).toBe('asks for a code; approved');
  });
});
