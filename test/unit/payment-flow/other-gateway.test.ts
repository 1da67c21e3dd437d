import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../../functions/direct-payment/make-direct-payment/contract.ts';
import { makeDirectPayment } from '../../../functions/direct-payment/make-direct-payment/make-direct-payment.ts';
import { startPayment } from '../../../functions/payer/start-payment/start-payment.ts';
import { reconcilePayments } from '../../../functions/payment/reconcile-payments/reconcile-payments.ts';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { bankGatewayOf, gatewayByKind } from '../../../shared/adapters/bank/gateways.ts';
import { dynamoStoredCards } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoDirectPayments } from '../../../shared/adapters/dynamodb/direct-payment/direct-payments.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { callbackAddressOf } from '../../../shared/domain/payment/payment-name.ts';
import type { GatewayKind, VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { readBody } from '../../../shared/http/body.ts';
import type { BankGateways } from '../../../shared/ports/bank-gateway.ts';
import { merchantKeyContext } from '../../../shared/ports/vault.ts';
import { closedBreaker } from '../../fakes/breaker.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { NOT_ENROLLED, OtherGateway, type OtherMerchant, UNHEARD } from '../../fakes/other-gateway.ts';
import { cardStoringOver, openVault, plainHasher } from '../../support/card/card-storing.ts';
import { dealerWith, leastDirect } from '../../support/dealer/dealers.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { posWith, termsWith } from '../../support/dealer/virtual-pos.ts';
import { attemptsAmong, itemsOfLink } from '../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../support/store/memory-table.ts';
import { sweeperStore } from '../../support/store/sweeper-store.ts';

const AMOUNT = minor(10_000);
const CARD = { expiryMonth: '12', expiryYear: '2030', cvc: '123', holderName: 'Elif Y' };

/** A virtual POS of the other kind. */
const otherPos = async (): Promise<VirtualPos> => {
  const place = { dealerCode: 'D1', posId: 'other-bank' };
  const sealed = await openVault().seal('opened-pin-key', merchantKeyContext(place, 'pinKey', 1));
  const merchant: OtherMerchant = { terminal: 'T-1', pinKey: { sealed, version: 1 } };
  return { ...posWith(place), kind: 'other', merchant } as unknown as VirtualPos;
};

interface OtherBank {
  readonly gateway: OtherGateway;
  readonly pos: VirtualPos;
  readonly clock: FakeClock;
}

/** The functions that charge, as their handlers compose them, at a dealer whose only bank is of the other kind. */
const functionsOver = (store: Table, { gateway, pos, clock }: OtherBank) => {
  // NestPay answers nothing: whatever reaches it fails the test.
  const bank = gatewayByKind({ nestpay: {}, other: gateway } as unknown as BankGateways);
  const dealer = dealerWith({ dealerCode: 'D1' });
  const paymentNames = hmacPaymentNames('test');
  const none = { find: async () => undefined };
  const shared = {
    ...sweeperStore(store),
    limitUsage: dynamoLimitUsage(store),
    reusableLinks: dynamoReusableLinkReads(store),
    breaker: closedBreaker,
    brake: { isOn: async () => false },
    dealerOf: async () => dealer,
    posDirectory: { ofDealer: async () => [pos] },
    posVersions: { find: async () => pos },
    bins: none,
    cards: plainHasher,
    opener: openVault(),
    cardStoring: cardStoringOver(store, { clock }),
    randomness: systemRandomness,
    clock,
    baseUrl: 'https://pay.example',
    sandbox: false,
    bank,
    pause: async () => undefined,
  };
  const paymentRequests = dynamoPaymentRequests(store);
  const start = startPayment({ ...shared, paymentRequests, links: dynamoLinkClosing(store) });
  const complete = complete3D(shared);
  const direct = makeDirectPayment({
    ...shared,
    directPayments: dynamoDirectPayments(store),
    idempotencyRecords: dynamoIdempotencyRecords(store, paymentNames),
    customers: dynamoCustomers(store),
    subDealers: { find: async () => [] },
    storedCards: dynamoStoredCards(store),
    paymentNames,
  });
  const sweep = reconcilePayments({
    ...shared,
    log: new FakeLog(),
    metrics: { reconciled: () => undefined },
  });
  return {
    dealer,
    paymentRequests,
    start,
    complete,
    direct,
    sweep,
  };
};

/** An open link of a dealer whose only bank is of the other kind. */
const scene = async () => {
  const store = new MemoryTable();
  const clock = new FakeClock();
  const gateway = new OtherGateway();
  const functions = functionsOver(store, { gateway, pos: await otherPos(), clock });
  const { dealer, paymentRequests, start, complete, direct, sweep } = functions;
  const terms = termsWith({ amount: AMOUNT, installments: { by: 'dealer', count: 1 }, threeDMandatory: false });
  const createdAtMs = clock.now();
  const link = linkWith({ dealerCode: 'D1', terms, createdAtMs });
  const { token } = link;
  await store.transact(itemsOfLink(link).map((put) => ({ put })));
  const attempts = async () => attemptsAmong(store.rows());
  return {
    gateway,
    attempts,
    link: () => paymentRequests.findByToken(token),
    pay: (number: string, withoutThreeD = false) => {
      const choice = { count: 1, total: AMOUNT };
      const posted = { action: 'pay', card: { ...CARD, number }, choice, withoutThreeD, storesCard: false } as const;
      const payer = { payerAddress: '203.0.113.7', addressScope: '203.0.113.7', language: 'en' } as const;
      return start({ token, posted, ...payer });
    },
    callBack: async () => {
      const [attempt] = await attempts();
      const address = attempt?.kind === 'link' ? callbackAddressOf(attempt) : '';
      return complete({ address, posted: [['PaRes', 'passed']] });
    },
    payDirectly: async (number: string) => {
      const value = z.parse(
        contract.request,
        readBody({ body: JSON.stringify({ ...leastDirect, CardNumber: number }) }),
      );
      const read = { ok: true, value } as const;
      return direct({ dealer, operation: 'DoDirectPayment', sourceAddress: '203.0.113.7', read });
    },
    sweepAfter: async (ms: number) => {
      clock.advance(ms);
      await sweep({ deadlineMs: clock.now() + 55_000 });
    },
  };
};

describe('A gateway of another kind', () => {
  test('takes a link’s payment with 3D that its server begins and resolves', async () => {
    const { gateway, pay, callBack, link, attempts } = await scene();
    expect(await pay('4111111111111111')).toMatchObject({
      kind: 'hand-over',
      form: { action: 'https://issuer.example' },
    });
    expect(await attempts()).toMatchObject([{ state: 'authenticating', gatewayState: 'S-7' }]);
    expect((await callBack())?.location).toContain('/result/');
    expect(await link()).toMatchObject({ state: 'paid' });
    expect(gateway.calls).toEqual(['enrolment of Elif Y', 'resolution of S-7', 'charge after 3D of S-7']);
  });

  test('that does not tell whether a 3D passed changes nothing: the same callback may come again', async () => {
    const { gateway, pay, callBack, link, attempts } = await scene();
    await pay('4111111111111111');
    const before = [await link(), await attempts()];
    gateway.serverAnswers = false;
    expect((await callBack())?.location).not.toContain('/result/');
    expect([await link(), await attempts()]).toEqual(before);
    gateway.serverAnswers = true;
    await callBack();
    expect(await link()).toMatchObject({ state: 'paid' });
  });

  test.each([
    ['a card that is not enrolled', true, NOT_ENROLLED, '013'],
    ['a server that does not answer', false, '4111111111111111', '021'],
  ] as const)('%s: a declined attempt, nothing charged, and only 3D from now on (rule 20)', async (...one) => {
    const [, serverAnswers, number, code] = one;
    const { gateway, pay, link, attempts } = await scene();
    gateway.serverAnswers = serverAnswers;
    expect(await pay(number)).toMatchObject({ kind: 'link' });
    expect(await attempts()).toMatchObject([{ state: 'declined', bank: { code } }]);
    expect(await link()).toMatchObject({
      state: 'open',
      progress: { attempts: 1, threeDOnly: true, lastDecline: { code } },
    });
    await pay('4111111111111111', true);
    expect(gateway.calls.filter((call) => call.startsWith('charge'))).toEqual([]);
  });

  test('takes a link’s payment without 3D', async () => {
    const { gateway, pay, link } = await scene();
    expect(await pay('4111111111111111', true)).toMatchObject({ kind: 'moved' });
    expect(await link()).toMatchObject({ state: 'paid' });
    expect(gateway.calls).toEqual(['charge of Elif Y']);
  });

  test('takes a direct payment, with the holder’s name', async () => {
    const { gateway, payDirectly, attempts } = await scene();
    expect(await payDirectly('4111111111111111')).toMatchObject({ data: { IsSuccessful: true } });
    expect(await attempts()).toMatchObject([{ state: 'approved', bank: { transactionId: 'T-1' } }]);
    expect(gateway.calls).toEqual(['charge of Elif Y']);
  });

  test('reverses a charge that was reported to nobody, by the references of its inquiry', async () => {
    const { gateway, payDirectly, attempts, sweepAfter } = await scene();
    gateway.serverAnswers = false;
    await expect(payDirectly(UNHEARD)).rejects.toMatchObject({ reason: 'OutcomeUnknown' });
    gateway.serverAnswers = true;
    await sweepAfter(3 * 60_000);
    expect(await attempts()).toMatchObject([{ state: 'voided', reportedOutcome: 'failed' }]);
    expect(gateway.calls.slice(-2)).toEqual(['inquiry', 'void of T-1']);
  });

  test('of a kind that the stage does not have is a clear error', () => {
    expect(() => bankGatewayOf({} as BankGateways, 'posnet' as GatewayKind)).toThrow('no gateway of the kind posnet');
  });
});
