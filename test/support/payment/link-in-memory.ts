import type { PayerCall, Posted } from '../../../functions/payer/start-payment/payer-call.ts';
import { startPayment } from '../../../functions/payer/start-payment/start-payment.ts';
import { complete3D } from '../../../functions/three-d-payment/complete-3d/complete-3d.ts';
import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoBinDirectory } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoReusableLinkReads } from '../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import {
  dynamoVirtualPosDirectory,
  dynamoVirtualPosVersions,
  virtualPosItems,
} from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { isOfLink, type LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { callbackAddressOf } from '../../../shared/domain/payment/payment-name.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type { BankAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { CallbackVerdict, ThreeDBegun } from '../../../shared/ports/three-d-gate.ts';
import type { SealContext } from '../../../shared/ports/vault.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { cardStoringOver, openVault, plainHasher } from '../card/card-storing.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { linkWith } from '../dealer/records.ts';
import { posWith, ratesOf, termsWith } from '../dealer/virtual-pos.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { attemptsAmong, itemsOfLink, storedLink } from './stored-payments.ts';

export const BASE_URL = 'https://pay.example';
const DEALER = 'D1';

const APPROVED: BankAnswer = {
  kind: 'approved',
  references: { authCode: '834215', hostReference: '6326', transactionId: 'T-1' },
};
const AUTHENTICATION = { md: 'MD', xid: 'XID', eci: '05', cavv: 'CAVV' };

/** A card whose CVC, holder and expiry are right. */
export const TYPED = {
  number: testCard('approved').number,
  expiryMonth: '12',
  expiryYear: '2030',
  cvc: '123',
  holderName: 'Ada Lovelace',
} as const;

type Pay = Extract<Posted, { action: 'pay' }>;

/** What bank, breaker and stage do, which a test changes between two steps, and what was asked of them. */
class Circumstances {
  dealer: Dealer | undefined;
  stagePaused = false;
  /** What the breaker says of a start with 3D, and of a charge. */
  allowsStart = true;
  admits = true;
  /** Probes of the breaker that were given back. */
  released = 0;
  charge: BankAnswer | Error = APPROVED;
  inquiry: InquiryAnswer = { kind: 'unknown', cause: 'time-out' };
  begins: ThreeDBegun = { kind: 'form', form: { action: 'https://gate.example/3d', fields: [] } };
  verdict: CallbackVerdict = { kind: 'authenticated', authentication: AUTHENTICATION, mdStatus: 1 };
  /** What happens between the read of a link or attempt and the write of its next attempt, each time. */
  beforeWrite: () => Promise<unknown> = async () => undefined;
  readonly asked = {
    charge: [] as Parameters<BankGateway['charge']>[],
    provision: [] as Parameters<BankGateway['provision']>[],
    start3D: [] as Parameters<BankGateway['start3D']>[],
    verifyCallback: [] as Parameters<BankGateway['verifyCallback']>[],
  };
  /** Digits that were looked up for the bank of a card. */
  readonly bins: string[] = [];

  constructor(dealer: Dealer) {
    this.dealer = dealer;
  }
}

const bankOf = (met: Circumstances): BankGateway => {
  const answered = (): BankAnswer => {
    if (met.charge instanceof Error) throw met.charge;
    return met.charge;
  };
  const never = (): never => {
    throw new Error('nothing else is asked of the bank');
  };
  return {
    charge: async (...call) => {
      met.asked.charge.push(call);
      return answered();
    },
    provision: async (...call) => {
      met.asked.provision.push(call);
      return answered();
    },
    start3D: async (...call) => {
      met.asked.start3D.push(call);
      return met.begins;
    },
    verifyCallback: async (...call) => {
      met.asked.verifyCallback.push(call);
      return met.verdict;
    },
    inquire: async () => met.inquiry,
    startOnServer: never,
    inquireHistory: never,
    followUp: never,
  };
};

const compositionOf = (table: MemoryTable, clock: FakeClock, met: Circumstances) => {
  const plain = openVault();
  const open = async (sealed: string, place: SealContext): Promise<string> =>
    place.purpose === 'merchant-key' ? 'a key' : plain.open(sealed, place);
  const vault = { ...plain, open };
  const [attempts, bins, links] = [dynamoAttempts(table), dynamoBinDirectory(table), dynamoLinkClosing(table)];
  return {
    attempts: {
      ...attempts,
      begin: async (...change: Parameters<typeof attempts.begin>) => {
        await met.beforeWrite();
        return attempts.begin(...change);
      },
      lockForCharge: async (...change: Parameters<typeof attempts.lockForCharge>) => {
        await met.beforeWrite();
        return attempts.lockForCharge(...change);
      },
    },
    bins: {
      find: async (digits: string) => {
        met.bins.push(digits);
        return bins.find(digits);
      },
    },
    breaker: {
      read: async () => ({
        allowsStart: () => met.allowsStart,
        admits: async () => met.admits,
        release: async () => {
          met.released += 1;
        },
      }),
      note: async () => undefined,
    },
    brake: { isOn: async () => met.stagePaused },
    dealerOf: async () => met.dealer,
    bank: bankOf(met),
    paymentRequests: dynamoPaymentRequests(table),
    links: {
      ...links,
      close: async (...close: Parameters<typeof links.close>) => {
        await met.beforeWrite();
        return links.close(...close);
      },
    },
    limitUsage: dynamoLimitUsage(table),
    reusableLinks: dynamoReusableLinkReads(table),
    posDirectory: dynamoVirtualPosDirectory(table),
    posVersions: dynamoVirtualPosVersions(table, clock),
    identifiers: blockIdentifiers(table),
    cardStoring: cardStoringOver(table, { clock, sealer: vault }),
    cards: plainHasher,
    opener: vault,
    randomness: systemRandomness,
    clock,
    baseUrl: BASE_URL,
    sandbox: true,
  };
};

type Composition = ReturnType<typeof compositionOf>;

interface LinkOptions {
  /** Changes of a link for 100.00 that permits a card without 3D and asks its payer about it. */
  readonly link?: Partial<PaymentRequest>;
  readonly dealer?: Partial<Dealer>;
  /** What stands in the place of a port or a setting of the stage. */
  readonly changes?: Partial<Composition>;
}

/**
 * The payment of a link over a table in memory and a bank of the test: what its payer posts, and the bank's callback. The
 * payer bears a commission of 2 % in one payment and of 5 % in three.
 */
export const linkInMemory = async ({
  link: changes = {},
  dealer: ofDealer = {},
  changes: ofStage = {},
}: LinkOptions = {}) => {
  const [table, clock] = [new MemoryTable(), new FakeClock()];
  const dealer = dealerWith({ dealerCode: DEALER, ...ofDealer });
  const met = new Circumstances(dealer);
  const deps = { ...compositionOf(table, clock, met), ...ofStage };
  const put = async (...rows: readonly (Row & Key)[]): Promise<void> => {
    for (const row of rows) await table.transact([{ put: row }]);
  };
  const pos = posWith({ dealerCode: DEALER, rates: ratesOf({ 1: '2', 3: '5' }), installmentCounts: [3] });
  await put(...Object.values(virtualPosItems(pos)));
  const link = linkWith({
    dealerCode: DEALER,
    createdAtMs: clock.now(),
    terms: termsWith({ commissionByDealer: 0, threeDMandatory: false, threeDChoice: true }),
    ...changes,
  });
  await put(...itemsOfLink(link));
  const payer = { payerAddress: '203.0.113.7', addressScope: '203.0.113.7', language: 'en' } as const;
  const post = (posted: Posted, call: Partial<PayerCall> = {}) =>
    startPayment(deps)({ ...payer, token: link.token, posted, ...call });
  const attempts = (): readonly LinkAttempt[] => attemptsAmong(table.rows()).filter(isOfLink);
  return {
    table,
    clock,
    met,
    ports: deps,
    dealer,
    pos,
    link,
    put,
    post,
    /** Posts the whole form: a right card without 3D, for 102.00 in one payment, unless the test says otherwise. */
    pay: ({
      card,
      ...typed
    }: Partial<Omit<Pay, 'action' | 'card'>> & { readonly card?: Partial<Pay['card']> } = {}) => {
      const choice = { count: 1, total: minor(10_200) };
      const plain = { choice, withoutThreeD: true, storesCard: false, ...typed };
      return post({ action: 'pay', card: { ...TYPED, ...card }, ...plain });
    },
    /** The bank's way back for the latest attempt, or to another address. */
    callback: (address?: string) => {
      const latest = attempts().at(-1);
      const own = latest === undefined ? '' : callbackAddressOf(latest);
      return complete3D(deps)({ address: address ?? own, posted: [['md', 'MD']] });
    },
    linkNow: () => storedLink(table, link.token),
    /** Changes the link past every rule. */
    changeLink: async (changed: Partial<PaymentRequest>) => {
      const now = await storedLink(table, link.token);
      await put(...itemsOfLink({ ...now, ...changed, version: now.version + 1 }));
    },
    attempts,
    /** State, code and reported outcome of every attempt. */
    ends: () => attempts().map(({ state, bank, reportedOutcome }) => [state, bank?.code, reportedOutcome]),
    /** What the limits of the dealer have counted in lira today, and in this month. */
    used: () => {
      const day = istanbulDayOf(clock.now());
      return deps.limitUsage.used({ dealerCode: DEALER, currency: 'TL', day, shards: 1 });
    },
  };
};

export type LinkInMemory = Awaited<ReturnType<typeof linkInMemory>>;
