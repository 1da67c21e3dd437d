import { randomUUID } from 'node:crypto';
import { applyOnce } from '../../../../functions/operator/operate/apply-once.ts';
import type {
  CommandCall,
  OperateDependencies,
  StepCommandCall,
} from '../../../../functions/operator/operate/command.ts';
import { decideLostOrder } from '../../../../functions/operator/operate/commands/decide-lost-order.ts';
import { importLostOrders } from '../../../../functions/operator/operate/commands/lost-orders.ts';
import { resumeStage } from '../../../../functions/operator/operate/commands/stage.ts';
import { dynamoAttempts } from '../../../../shared/adapters/dynamodb/attempt/attempts.ts';
import { dynamoDealerDirectory, listedDealerItem } from '../../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { stageItem } from '../../../../shared/adapters/dynamodb/dealer/stage-brake.ts';
import type { TransactOutcome } from '../../../../shared/adapters/dynamodb/engine/table-writes.ts';
import type { Write } from '../../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoLostOrders, lostOrderWrites } from '../../../../shared/adapters/dynamodb/operator/lost-orders.ts';
import { dynamoOperatorChanges } from '../../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOperatorRecords } from '../../../../shared/adapters/dynamodb/operator/operator-records.ts';
import { dynamoPayments } from '../../../../shared/adapters/dynamodb/payment/payments.ts';
import { placesItem } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import { dynamoReusableLinks } from '../../../../shared/adapters/dynamodb/reusable-link/reusable-links.ts';
import { virtualPosItems } from '../../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { systemRandomness } from '../../../../shared/adapters/runtime/system.ts';
import type { DirectAttempt } from '../../../../shared/domain/attempt/attempt.ts';
import type { MinorUnits } from '../../../../shared/domain/money/money.ts';
import type { PlaceShard } from '../../../../shared/domain/reusable-link/places.ts';
import { madeOf } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import type { InquiryAnswer } from '../../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../../shared/ports/bank-gateway.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { posWith } from '../../../support/dealer/virtual-pos.ts';
import { reusableLinkWith } from '../../../support/link/reusable-links.ts';
import { directAttemptWith, linkAttemptWith } from '../../../support/payment/attempts.ts';
import { itemsOfAttempt, itemsOfDirect, itemsOfLink, paymentNames } from '../../../support/payment/stored-payments.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const TABLE = 'restored';
const DEALER = 'D1';

/** A table that calls the test in front of each transaction. */
class WatchedTable extends MemoryTable {
  before: (writes: readonly Write[]) => Promise<void> = async () => undefined;

  override async transact(writes: readonly Write[]): Promise<TransactOutcome> {
    await this.before(writes);
    return super.transact(writes);
  }
}

interface RecoveryOptions {
  /** The amount that the bank's inquiry shows, where it is not that of the order. */
  readonly atBank?: MinorUnits;
  /** Whose payment the order is: that of another dealer whose virtual POS shares the account at the bank. */
  readonly paidTo?: string;
  readonly complete?: boolean;
  /** How the payment's attempt stands; the table knows no payment of the order where it is `lost`. */
  readonly attempt?: Partial<DirectAttempt> | 'lost';
  /** Whether the payment is that of a link, whose payer came back from 3D. */
  readonly ofLink?: boolean;
  /** The places of the reusable link that its payer made the request of; the payer stands at the bank then. */
  readonly places?: Pick<PlaceShard, 'free' | 'held' | 'paid'>;
  /** What the bank answers, where it does not show the charge at every call. */
  readonly bank?: Partial<Pick<BankGateway, 'inquire' | 'inquireHistory' | 'followUp'>>;
}

/** A stage that recovers from a restore, with one virtual POS whose list is complete, and an open direct payment. */
export const recoveryScene = async ({
  atBank,
  paidTo = DEALER,
  complete = true,
  attempt: stands = {},
  ofLink = false,
  places,
  bank = {},
}: RecoveryOptions = {}) => {
  const store = new WatchedTable();
  const clock = new FakeClock();
  const nowMs = clock.now();
  const pos = posWith({ dealerCode: DEALER });
  const { posId } = pos;
  const changes = { dealerCode: paidTo, ...(stands === 'lost' ? {} : stands) };
  const { pendingCard: _none, ...direct } = directAttemptWith(paidTo, changes);
  const reusable = reusableLinkWith({ dealerCode: paidTo, maxPayments: 1 });
  const ofPlaces = places === undefined ? {} : { madeOf: madeOf(reusable, 1) };
  const link = linkWith({ dealerCode: paidTo, ...ofPlaces });
  const linkState = places === undefined ? 'charging' : 'authenticating';
  const { pendingCard: _neither, ...linked } = linkAttemptWith(link, { state: linkState, ...ofPlaces });
  const attempt = ofLink ? linked : direct;
  const { reference } = linked;
  // A payer who stands at the bank's 3D page has no charge under way yet.
  const active = places === undefined ? { activeAttempt: reference } : {};
  const trying = { ...link, progress: { ...link.progress, attempts: 1, ...active, latest: reference } };
  const known = ofLink ? [...itemsOfLink(trying), ...itemsOfAttempt(linked)] : itemsOfDirect(direct);
  const { orderId, terms } = attempt;
  const stage = { version: 3, paused: true, tableName: TABLE, changedAtMs: nowMs, recovery: { adoptedAtMs: nowMs } };
  const marks = { dealerCode: DEALER, posId, version: 1, tableName: TABLE, imported: 0, undecided: 0, complete };
  const rows = [
    stageItem(stage),
    listedDealerItem(dealerWith({ dealerCode: DEALER })),
    virtualPosItems(pos).current,
    ...(stands === 'lost' ? [] : known),
  ];
  for (const put of rows) await store.transact([{ put }]);
  if (places !== undefined) await store.transact([{ put: placesItem(reusable.name, { shard: 0, ...places }) }]);
  await store.transact(lostOrderWrites([], marks));
  const references = { authCode: 'A', hostReference: 'H', transactionId: 'T' };
  const found: InquiryAnswer = { kind: 'captured', amount: atBank ?? terms.total, references };
  const records = dynamoOperatorRecords(store);
  const lostOrders = dynamoLostOrders(store);
  const reached: Partial<OperateDependencies> = {
    dealerDirectory: dynamoDealerDirectory(store),
    records,
    lostOrders,
    wholePayments: dynamoPayments(store, paymentNames),
    attempts: dynamoAttempts(store),
    reusableLinks: dynamoReusableLinks(store, paymentNames),
    changes: dynamoOperatorChanges(store),
    stepping: (async () => ({
      opener: { open: async () => 'key' },
      bank: { inquire: async () => found, ...bank },
    })) as unknown as OperateDependencies['stepping'],
    randomness: systemRandomness,
    clock,
    stage: 'local',
    tableName: TABLE,
  };
  const call: CommandCall = {
    deps: reached as OperateDependencies,
    nowMs,
    today: '20270115',
    tomorrow: '20270116',
  };
  const order = { orderId, amount: '100.00', currency: 'TL' };
  const importOrder = (times = 1, isLast = true) =>
    applyOnce(
      {
        command: importLostOrders,
        commandId: randomUUID(),
        input: { dealerCode: DEALER, posId, orders: Array.from({ length: times }, () => order), complete: isLast },
      },
      call,
    );
  const resume = (version = 3) =>
    applyOnce({ command: resumeStage, commandId: randomUUID(), input: { version } }, call);
  const decide = (decision: 'keep' | 'take-back') => {
    const commandId = randomUUID();
    const stepCall: StepCommandCall = {
      ...call,
      commandId,
      entryOf: () => {
        throw new Error('a decision begins no step of a payment');
      },
      entryFor: (told) => ({ commandId, command: 'decide-lost-order', atMs: nowMs, inputFingerprint: 'x', ...told }),
    };
    return decideLostOrder.carryOut({ dealerCode: DEALER, posId, orderId, decision }, stepCall);
  };
  const state = async () => ({
    order: (await lostOrders.find(DEALER, posId, orderId))?.state,
    attempt: (await call.deps.wholePayments.findByOrder(paidTo, orderId))?.attempts[0]?.state,
    undecided: (await lostOrders.ofPos(DEALER, posId))?.undecided,
    stage: (await records.stage())?.paused,
  });
  const isComplete = async () => (await lostOrders.ofPos(DEALER, posId))?.complete;
  const lostOrder = () => lostOrders.find(DEALER, posId, orderId);
  const storedAttempt = async () => (await call.deps.wholePayments.findByOrder(paidTo, orderId))?.attempts[0];
  const storedPlaces = () => dynamoReusableLinks(store, paymentNames).placesOf(reusable.name);
  return {
    store,
    clock,
    /** What names the order to a command, and the call that it comes with. */
    named: { dealerCode: DEALER, posId, orderId },
    call,
    storedPlaces,
    importOrder,
    resume,
    decide,
    state,
    lostOrder,
    storedAttempt,
    isComplete,
  };
};
