import { beginAttempt } from '../../../functions/three-d-payment/open-3d-payment/begin-attempt.ts';
import { beginWithStoredCard } from '../../../functions/three-d-payment/open-stored-card-payment/begin-with-stored-card.ts';
import { contract } from '../../../functions/three-d-payment/start-3d-payment/contract.ts';
import { start3DPayment } from '../../../functions/three-d-payment/start-3d-payment/start-3d-payment.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { dynamoStoredCards, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerKeys } from '../../../shared/adapters/dynamodb/customer/customer-keys.ts';
import { dynamoCustomers } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { dynamoSubDealers } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoCardDays } from '../../../shared/adapters/dynamodb/limit/card-days.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoProducts } from '../../../shared/adapters/dynamodb/sale/products.ts';
import { dynamoBoxes } from '../../../shared/adapters/dynamodb/three-d-payment/boxes.ts';
import { dynamoShopPayments } from '../../../shared/adapters/dynamodb/three-d-payment/shop-payments.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
  virtualPosItems,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { doubleBoxOpener, doubleBoxSealer } from '../../../shared/adapters/vault/box-vault.ts';
import { type Attempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { lockForCharge } from '../../../shared/domain/attempt/transitions.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentName } from '../../../shared/domain/payment/payment-name.ts';
import type { VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { type BoxCall, type BoxOutcome, openBox } from '../../../shared/payment-flow/open-box.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { ShopCall } from '../../../shared/ports/shop-payments.ts';
import type { PayerForm, ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { type SealContext, type VaultPurpose, VaultUnavailable } from '../../../shared/ports/vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { calling, type StepHeard } from '../../faults/life/life-calls.ts';
import { cardStoringOver, openVault, plainHasher } from '../card/card-storing.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { leastShop } from './shop-payments.ts';
import { attemptsAmong, linksAmong, paymentNames } from './stored-payments.ts';

const DEALER = 'D1';
const BASE_URL = 'https://pay.example';

/** The gateway's form with the card, and the form that a gate's answer was made into. */
export const GATE_FORM: ThreeDForm = { action: 'https://gate.example/3d', fields: [['pan', 'the card']] };
export const PAYER_FORM: PayerForm = {
  action: 'https://acs.example/c',
  fields: [['creq', 'x']],
  acceptCharset: 'utf-8',
};

type Start = BankGateway['start3D'];
type Post = BankGateway['startOnServer'];

/** What a test changes between two steps of a scene. */
class Circumstances {
  readonly dealer: { now: Dealer | undefined };
  stagePaused = false;
  isBreakerOpen = false;
  isGateBreakerOpen = false;
  isVaultSealing = true;
  begins: Awaited<ReturnType<Start>> = { kind: 'form', form: GATE_FORM };
  gateSays: Awaited<ReturnType<Post>> = { kind: 'form', form: PAYER_FORM };
  /** What happens between the look at a payment and the look at its box. */
  beforeBox: () => Promise<unknown> = async () => undefined;
  /** What happens between a further call's look at its payment and its write. */
  beforeWrite: () => Promise<unknown> = async () => undefined;
  /** Probes of a gate's breaker that were given back. */
  released = 0;
  readonly started: Parameters<Start>[] = [];
  readonly posted: Parameters<Post>[] = [];
  /** The purpose of every value that was opened since. */
  readonly opened: VaultPurpose[] = [];

  constructor(dealer: Dealer) {
    this.dealer = { now: dealer };
  }
}

/** A vault in clear that notes what it opens, and whose merchant keys are made up. */
const vaultIn = (met: Circumstances) => {
  const plain = openVault();
  const open = async (sealed: string, place: SealContext): Promise<string> => {
    met.opened.push(place.purpose);
    return place.purpose === 'merchant-key' ? 'a key' : plain.open(sealed, place);
  };
  const seal: typeof plain.seal = async (text, place) => {
    if (!met.isVaultSealing && place.purpose === 'card-pending') throw new VaultUnavailable('ThrottlingException');
    return plain.seal(text, place);
  };
  return { keyName: plain.keyName, seal, open };
};

const breakersIn = (met: Circumstances) => ({
  breaker: {
    read: async () => ({
      allowsStart: () => !met.isBreakerOpen,
      admits: async () => true,
      release: async () => undefined,
    }),
  },
  gateBreaker: {
    read: async () => ({
      allowsServerStart: async () => !met.isGateBreakerOpen,
      release: async () => {
        met.released += 1;
      },
    }),
    note: async () => undefined,
  },
});

const compositionOf = (table: MemoryTable, clock: FakeClock, met: Circumstances) => {
  const vault = vaultIn(met);
  const [boxes, payments] = [dynamoBoxes(table), dynamoShopPayments(table)];
  return {
    ...breakersIn(met),
    shopPayments: {
      ...payments,
      write: async (shopCall: ShopCall) => {
        if (shopCall.before !== undefined) await met.beforeWrite();
        return payments.write(shopCall);
      },
    },
    boxes: { find: async (payment: PaymentName) => met.beforeBox().then(() => boxes.find(payment)) },
    boxSealer: doubleBoxSealer(vault),
    boxOpener: doubleBoxOpener(vault),
    attempts: dynamoAttempts(table),
    links: dynamoLinkClosing(table),
    limitUsage: dynamoLimitUsage(table),
    cardDays: dynamoCardDays(table),
    posDirectory: dynamoVirtualPosDirectory(table),
    posVersions: dynamoVirtualPosVersions(table, clock),
    idempotencyRecords: dynamoIdempotencyRecords(table, paymentNames),
    paymentNames,
    bins: dynamoBinDirectory(table),
    customers: dynamoCustomers(table),
    subDealers: dynamoSubDealers(table),
    products: dynamoProducts(table),
    storedCards: dynamoStoredCards(table),
    identifiers: blockIdentifiers(table),
    cardStoring: cardStoringOver(table, { clock, sealer: vault }),
    cards: plainHasher,
    brake: { isOn: async () => met.stagePaused },
    dealerOf: async () => met.dealer.now,
    bank: {
      start3D: async (...call: Parameters<Start>) => {
        met.started.push(call);
        return met.begins;
      },
      startOnServer: async (...call: Parameters<Post>) => {
        met.posted.push(call);
        return met.gateSays;
      },
    },
    randomness: systemRandomness,
    sealer: vault,
    opener: vault,
    clock,
    baseUrl: BASE_URL,
    sandbox: true,
  };
};

export interface ShopInMemory {
  readonly table: MemoryTable;
  readonly clock: FakeClock;
  readonly met: Circumstances;
  readonly dealer: Dealer;
  /** A dealer's call with the least members, and these. */
  readonly call: (fields?: Readonly<Record<string, unknown>>) => Promise<StepHeard>;
  /** The same, which must be answered. */
  readonly begun: (fields?: Readonly<Record<string, unknown>>) => Promise<Begun>;
  /** What the payer does at an address, in the function of that address. */
  readonly visit: (url: string, does?: BoxCall['does']) => Promise<BoxOutcome<ThreeDForm | PayerForm>>;
  /** Locks the latest attempt for its charge, as the bank's way back does. */
  readonly lock: () => Promise<void>;
  readonly attempts: () => readonly Attempt[];
  readonly link: () => ReturnType<typeof linksAmong>[number] | undefined;
  readonly hasBox: () => boolean;
  /** Rows of the card days: how many payments, and what they took. */
  readonly cardDays: () => readonly object[];
  /** Stores a card that the dealer may name by the token that is answered. */
  readonly storeCard: (expiry?: { readonly expiryMonth: string; readonly expiryYear: string }) => Promise<string>;
  /** Gives the virtual POS another version. */
  readonly changePos: (changes: Partial<VirtualPosOf<'nestpay'>>) => Promise<void>;
  readonly removeCard: (token: string) => Promise<void>;
}

interface Begun {
  readonly url: string;
  readonly codeForHash: string;
  readonly replayed: boolean;
}

/** The path of a payment's page without its parts before and behind the address. */
export const addressOfBox = (url: string): string => new URL(url).pathname.split('/')[2] ?? '';

const TOKEN = '8c1f52a0-3d6e-4b7f-9a10-5e2d4c6b8f31';
const CUSTOMER = { dealerCustomerId: 100_001, customerCode: 'C-1' };

/** The 3D payment of a dealer's shop over a table in memory and a bank of the test: the dealer's call and the payer's page. */
export const shopInMemory = async (changes: Partial<Dealer> = {}): Promise<ShopInMemory> => {
  const [table, clock] = [new MemoryTable(), new FakeClock()];
  const dealer = dealerWith({ dealerCode: DEALER, ...changes });
  const met = new Circumstances(dealer);
  const deps = compositionOf(table, clock, met);
  let pos = posWith({ dealerCode: DEALER });
  const changePos = async (changed: Partial<VirtualPosOf<'nestpay'>>): Promise<void> => {
    pos = posWith({ ...pos, ...changed });
    const { current, version } = virtualPosItems(pos);
    await table.transact([{ put: current }, { put: version }]);
  };
  await changePos({});
  const call: ShopInMemory['call'] = (fields = {}) => {
    const { now = dealer } = met.dealer;
    return calling(contract, start3DPayment(deps), now)({ ...leastShop, ...fields });
  };
  return {
    table,
    clock,
    met,
    dealer,
    call,
    begun: async (fields) => {
      const heard = await call(fields);
      if (heard.kind !== 'answered') throw new Error(`the call is ${JSON.stringify(heard)}`);
      const { data, replayed } = heard;
      return { url: String(data.Url), codeForHash: String(data.CodeForHash), replayed };
    },
    visit: (url, does = 'open') => {
      const payer = { payerAddress: '203.0.113.7', language: 'en', browser: { userAgent: 'Firefox' } } as const;
      const visited = { address: addressOfBox(url), does, ...payer };
      return new URL(url).pathname.endsWith('/stored-card')
        ? openBox({ ...deps, begin: (opened) => beginWithStoredCard(opened, deps) })(visited)
        : openBox({ ...deps, begin: (opened) => beginAttempt(opened, deps) })(visited);
    },
    lock: async () => {
      const latest = attemptsAmong(table.rows()).findLast(isOfLink);
      const change = latest === undefined ? undefined : lockForCharge(latest, [], clock.now());
      if (change === undefined) throw new Error('there is nothing to lock');
      const { kind } = await deps.attempts.lockForCharge(change);
      if (kind !== 'locked') throw new Error(`the lock is ${kind}`);
    },
    attempts: () => attemptsAmong(table.rows()),
    link: () => linksAmong(table.rows())[0],
    hasBox: () => table.rows().some(({ sk, sealed }) => sk === undefined && sealed !== undefined),
    cardDays: () =>
      table
        .rows()
        .filter((row) => Object.keys(row).some((name) => name.startsWith('usedMinor')))
        .map(({ pk: _pk, sk: _sk, expiresAt: _until, ...used }) => used),
    storeCard: async ({ expiryMonth, expiryYear } = { expiryMonth: '12', expiryYear: '2030' }) => {
      const { number } = testCard('approved');
      const place = { dealerCode: DEALER, token: TOKEN, version: 1 };
      const sealed = await sealStoredCard(place, { number, expiryMonth, expiryYear }, deps.sealer);
      const owned = { customer: CUSTOMER, maskedCard: maskCard(number), storedAtMs: clock.now() };
      await table.transact([{ put: storedCardItem({ ...place, ...sealed, ...owned }) }]);
      return TOKEN;
    },
    removeCard: async (token) => {
      await table.transact([{ remove: customerKeys.storedCard(DEALER, token) }]);
    },
    changePos,
  };
};
