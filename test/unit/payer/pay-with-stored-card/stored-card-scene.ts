import { payWithStoredCard } from '../../../../functions/payer/pay-with-stored-card/pay-with-stored-card.ts';
import type { PostedStoredCard } from '../../../../functions/payer/pay-with-stored-card/stored-card-call.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../../shared/adapters/dynamodb/card/bin-directory.ts';
import {
  customerCardItems,
  dynamoStoredCards,
  storedCardItem,
} from '../../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems, dynamoCustomers } from '../../../../shared/adapters/dynamodb/customer/customers.ts';
import type { Row } from '../../../../shared/adapters/dynamodb/engine/writes.ts';
import { blockIdentifiers } from '../../../../shared/adapters/dynamodb/identifiers.ts';
import type { Key } from '../../../../shared/adapters/dynamodb/keys.ts';
import { dynamoQuoteCounters } from '../../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { dynamoPaymentRequests } from '../../../../shared/adapters/dynamodb/link/payment-requests.ts';
import {
  dynamoVirtualPosDirectory,
  virtualPosItems,
} from '../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import { maskCard } from '../../../../shared/domain/card/card-rules.ts';
import type { Customer } from '../../../../shared/domain/customer/customer.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../../shared/payment-flow/kept-card.ts';
import { offeredCards } from '../../../../shared/payment-flow/offered-cards.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { customerPasswordContext, type SealContext } from '../../../../shared/ports/vault.ts';
import { closedBreaker, closedGateBreaker } from '../../../fakes/breaker.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { openVault, plainHasher } from '../../../support/card/card-storing.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { customerOf, linkWith } from '../../../support/dealer/records.ts';
import { posWith, ratesOf, termsWith } from '../../../support/dealer/virtual-pos.ts';
import { attemptsAmong, itemsOfLink, storedLink } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

export const DEALER = 'D1';
const ALIVE = { expiryMonth: '12', expiryYear: '2030' };
export const NUMBER = testCard('approved').number;

/** A link that names a customer, whose payer pays with a stored card, over a table in memory and a gate of the test. */
export const storedCardScene = async ({
  dealer: changes = {},
  password,
}: {
  dealer?: Partial<Dealer>;
  password?: string;
} = {}) => {
  const [table, clock, plain] = [new MemoryTable(), new FakeClock(), openVault()];
  let dealer = dealerWith({
    dealerCode: DEALER,
    storedCardsOnLinks: true,
    storedCardsWithoutPassword: true,
    ...changes,
  });
  const opened: string[] = [];
  const vault = {
    ...plain,
    open: async (sealed: string, place: SealContext) => {
      opened.push(place.purpose);
      return place.purpose === 'merchant-key' ? 'a key' : plain.open(sealed, place);
    },
  };
  const put = async (...rows: readonly (Row & Key)[]): Promise<void> => {
    for (const row of rows) await table.transact([{ put: row }]);
  };
  const posts: Parameters<BankGateway['startOnServer']>[] = [];
  let refuses = false;
  let held: Promise<void> | undefined;
  const rates = ratesOf({ 1: '2' });
  const ofCard = posWith({ dealerCode: DEALER, rates, installmentCounts: [] });
  const ofAkbank = { posId: 'akbank', bankCode: '46', rates: ratesOf({ 1: '1.5', 3: '3' }), isDefault: false };
  const other = posWith({ dealerCode: DEALER, ...ofAkbank });
  await put(virtualPosItems(ofCard).current);
  const deps = {
    attempts: dynamoAttempts(table),
    bank: {
      startOnServer: async (...post: (typeof posts)[number]) => {
        posts.push(post);
        clock.advance(1);
        if (refuses) return { kind: 'failed', code: '024', why: { kind: 'unusable', reason: 'redirect' } } as const;
        const form = { action: 'https://acs.example/c', fields: [['creq', 'x']], acceptCharset: 'utf-8' } as const;
        return { kind: 'form', form } as const;
      },
    },
    paymentRequests: dynamoPaymentRequests(table),
    dealerOf: async () => {
      const until = held;
      held = undefined;
      await until;
      return dealer;
    },
    brake: { isOn: async () => false },
    breaker: closedBreaker,
    gateBreaker: closedGateBreaker,
    bins: dynamoBinDirectory(table),
    posDirectory: dynamoVirtualPosDirectory(table),
    quotes: dynamoQuoteCounters(table),
    storedCards: dynamoStoredCards(table),
    customers: dynamoCustomers(table),
    identifiers: blockIdentifiers(table),
    cards: plainHasher,
    randomness: systemRandomness,
    opener: vault,
    clock,
    baseUrl: 'https://pay.example',
    sandbox: true,
  };
  const addCustomer = async (of: Partial<Customer>, secret?: string): Promise<Customer> => {
    const { sealedPassword: _none, ...customer } = customerOf(DEALER, of);
    const sealedPassword =
      secret === undefined ? undefined : await vault.seal(secret, customerPasswordContext(customer));
    const whole = sealedPassword === undefined ? customer : { ...customer, sealedPassword };
    await put(...customerItems(whole));
    return whole;
  };
  const addCard = async (owner: Customer, { number = NUMBER, ...expiry } = { ...ALIVE, number: NUMBER }) => {
    const place = { dealerCode: owner.dealerCode, token: systemRandomness.guid().toLowerCase(), version: 1 };
    const sealed = await sealStoredCard(place, { number, ...expiry }, vault);
    const { dealerCustomerId, customerCode } = owner;
    const customer = { dealerCustomerId, customerCode };
    const card = { ...place, ...sealed, customer, maskedCard: maskCard(number), storedAtMs: clock.now() };
    await put(storedCardItem(card), ...customerCardItems(card));
    return card.token.slice(0, 8);
  };
  const customer = await addCustomer({ dealerCustomerId: 100_001, customerCode: 'C-1' }, password);
  const link = linkWith({
    dealerCode: DEALER,
    dealerCustomerId: customer.dealerCustomerId,
    customerCode: customer.customerCode,
    createdAtMs: clock.now(),
    expiresAtMs: clock.now() + 3_600_000,
    terms: termsWith({ commissionByDealer: 0 }),
  });
  await put(...itemsOfLink(link));
  const linkNow = () => storedLink(table, link.token);
  const payer = { payerAddress: '203.0.113.7', addressScope: '203.0.113.7', language: 'en', browser: {} } as const;
  const post = (posted: PostedStoredCard) => payWithStoredCard(deps)({ token: link.token, posted, ...payer });
  return {
    table,
    clock,
    put,
    addCustomer,
    addCard,
    customer,
    linkNow,
    other,
    posts,
    opened,
    gateRefuses: () => {
      refuses = true;
    },
    /** The next press stops after it has read the link, until this is resolved. */
    holdNext: (until: Promise<void>) => {
      held = until;
    },
    changeDealer: (changed: Partial<Dealer>) => {
      dealer = { ...dealer, ...changed };
    },
    offered: async () => (await offeredCards(await linkNow(), dealer, deps)).map(({ reference }) => reference),
    choose: (reference: string) => post({ action: 'choose', reference }),
    /** Presses the button of the form, for 102.00 TL in one payment unless the test says otherwise. */
    pay: (reference: string, typed: Partial<Extract<PostedStoredCard, { action: 'pay' }>> = {}) => {
      const choice = { count: 1, total: minor(10_200) };
      return post({ action: 'pay', reference, cvc: '123', password: '', choice, ...typed });
    },
    attempts: () => attemptsAmong(table.rows()).map(({ state, bank }) => [state, bank?.code]),
  };
};

export type StoredCardScene = Awaited<ReturnType<typeof storedCardScene>>;
