import { randomUUID } from 'node:crypto';
import { type ActOnPaymentsDependencies, actOnPayments } from '../../../functions/desk/act-at-desk/payments.ts';
import { showStep } from '../../../functions/desk/show-desk/payment-step.ts';
import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { dynamoSteps } from '../../../shared/adapters/dynamodb/payment/steps.ts';
import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { DirectPayment } from '../../../shared/domain/direct-payment/direct-payment.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { decidingAttempt } from '../../../shared/domain/payment/payment.ts';
import type { BankAnswer, InquiryAnswer } from '../../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { FollowUp } from '../../../shared/ports/bank-order.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { directAttemptWith } from '../payment/attempts.ts';
import { itemsOfDirect, paymentNames } from '../payment/stored-payments.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { type DeskCallOptions, deskCallWith, fieldsOfForm, pageOf } from './desk-calls.ts';

const APPROVED: BankAnswer = {
  kind: 'approved',
  references: { authCode: 'A', hostReference: 'H', transactionId: 'T' },
};

const never = (): never => {
  throw new Error('a step asks nothing of that');
};

/** A bank with an answer to every follow-up and inquiry, which a test may change. It counts the calls. */
class PreparedBank implements BankGateway {
  readonly followUps: (FollowUp & { readonly amount: number })[] = [];
  answer: BankAnswer = APPROVED;
  found: InquiryAnswer = { kind: 'unknown', cause: 'connection-lost' };
  /** Holds the answer back until it is resolved. */
  waits: Promise<void> = Promise.resolve();
  charge = never;
  provision = never;
  start3D = never;
  startOnServer = never;
  verifyCallback = never;
  inquireHistory = never;

  followUp: BankGateway['followUp'] = async (_account, { amount }, followUp) => {
    this.followUps.push({ ...followUp, amount });
    await this.waits;
    return this.answer;
  };

  inquire: BankGateway['inquire'] = () => Promise.resolve(this.found);
}

const momentsOf = (startedAtMs: number) => ({
  startedAtMs,
  lastCallAtMs: startedAtMs,
  answerByMs: startedAtMs + 28_000,
  endedAtMs: startedAtMs + 2000,
});

interface SceneOptions {
  readonly attempt?: Partial<DirectAttempt>;
  readonly direct?: Partial<DirectPayment>;
  readonly dealer?: Partial<Dealer>;
  /** The table as the desk sees it. */
  readonly over?: (table: MemoryTable) => Table;
}

type Who = Omit<DeskCallOptions, 'dealer' | 'nowMs' | 'posted' | 'query'> & { readonly dealer?: Dealer };

/** A paid payment of 100.00 in a table in memory, and the desk of its dealer: confirm pages and posts. */
export const paymentAtDesk = async ({ attempt: changes, direct, dealer: ofDealer, over }: SceneOptions = {}) => {
  const table = new MemoryTable();
  const clock = new FakeClock();
  const dealer = dealerWith({ ...ofDealer });
  const { pendingCard: _stored, ...attempt } = directAttemptWith(
    dealer.dealerCode,
    { ...momentsOf(clock.now()), state: 'approved', reportedOutcome: 'paid', ...changes },
    { splits: [], ...direct },
  );
  await table.transact(itemsOfDirect(attempt).map((put) => ({ put })));
  const store = over?.(table) ?? table;
  const bank = new PreparedBank();
  const payments = dynamoPayments(store, paymentNames);
  let trxId = 500_000;
  const deps: ActOnPaymentsDependencies = {
    payments,
    steps: dynamoSteps(store),
    identifiers: {
      next: () => {
        trxId += 1;
        return Promise.resolve(trxId);
      },
    },
    clock,
    bank,
    limitUsage: dynamoLimitUsage(store),
    posVersions: { find: () => Promise.resolve(posWith()) },
    opener: { open: () => Promise.resolve('opened') },
    changes: dynamoOperatorChanges(store),
    outbox: dynamoOutbox(store),
    messages: dynamoMessages(store),
    dealerMessaging: dynamoDealerMessaging(store),
    messaging: { email: { from: 'pay@example.com' }, recipients: 'any recipient' },
    randomness: { guid: () => randomUUID().toUpperCase() },
  };
  const id = String(attempt.paymentId);
  const callOf = (who: Who, rest: Pick<DeskCallOptions, 'posted' | 'query'>) =>
    deskCallWith({ dealer, nowMs: clock.now(), ...who, ...omitUndefined(rest) });
  const path = (action: string): string => `/desk/payments/${id}/${action}`;
  const confirm = (action: string, query: Readonly<Record<string, string>> = { go: 'yes' }, who: Who = {}) => {
    const call = callOf(who, { query });
    // The step is decided some milliseconds after the call came.
    clock.advance(5);
    return showStep(deps)(call, { id, view: action });
  };
  return {
    bank,
    clock,
    dealer,
    attempt,
    deps,
    id,
    store: table,
    confirm,
    /** What the form of the confirm page posts. */
    formOf: async (action: string, query?: Readonly<Record<string, string>>, who?: Who) =>
      fieldsOfForm(pageOf(await confirm(action, query, who)).markup, path(action)),
    post: (action: string, posted: Readonly<Record<string, string>>, who: Who = {}, paymentId = id) =>
      actOnPayments(deps)(callOf(who, { posted }), { id: paymentId, action }),
    stored: async () => {
      const found = await dynamoPayments(table, paymentNames).find(attempt.payment);
      return { attempt: found && decidingAttempt(found), steps: found?.steps ?? [] };
    },
    entryOf: (once: string) => table.get(keys.command(once)),
  };
};

/** A pre-authorisation of 100.00 that nobody captured. */
export const PRE_AUTHORISED: Partial<DirectAttempt> = {
  terms: {
    total: minor(10_000),
    currency: 'TL',
    installments: 1,
    type: 'pre-authorisation',
    commission: { payer: minor(0), dealer: minor(0) },
  },
};
