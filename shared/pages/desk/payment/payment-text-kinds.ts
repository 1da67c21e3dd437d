import type { LifeStepState, TryOutcome } from '../../../domain/desk/payment-life.ts';
import type { DeskPaymentState } from '../../../domain/desk/payment-state.ts';
import type { PaymentWay } from '../../../domain/desk/payment-way.ts';
import type { SearchKind, WordsProblem } from '../../../domain/desk/payment-words.ts';
import type { MessageKind, MessageState } from '../../../domain/message/message.ts';
import type { DeliveryState } from '../../../domain/outbox/delivery.ts';
import type { StepAsker, StepKind } from '../../../domain/payment/step.ts';

/** Why nothing is listed: days or words that cannot be read, or a code that names no payment. */
export type ListProblem = 'day' | 'order' | 'length' | WordsProblem | 'not-found';

/** What can be done with a payment, as the last part of its path. */
export type PaymentActionWord = 'void' | 'refund' | 'capture' | 'approve' | 'undo' | 'receipt' | 'webhooks';

/** Quick choices of days. */
export type QuickDays = 'today' | 'yesterday' | 'week' | 'month';

/** Words of the list of payments. */
interface PaymentListTexts {
  readonly find: string;
  readonly findHint: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<SearchKind, string>>;
  readonly from: string;
  readonly until: string;
  readonly more: string;
  readonly state: string;
  readonly anyState: string;
  readonly way: string;
  readonly anyWay: string;
  readonly show: string;
  readonly clear: string;
  readonly quick: Readonly<Record<QuickDays, string>>;
  readonly quickLabel: string;
  readonly problems: Readonly<Record<ListProblem, string>>;
  readonly caption: (from: string, until: string) => string;
  readonly columns: Readonly<Record<'time' | 'amount' | 'state' | 'who' | 'way' | 'card', string>>;
  readonly searchShown: string;
  readonly empty: string;
  readonly emptyHint: string;
  readonly toLinks: string;
  readonly nothingFits: string;
  readonly nothingFitsHint: string;
  readonly nothingYet: (moment: string) => string;
  readonly goneThrough: (moment: string) => string;
  readonly newest: string;
}

/** Words of the page of a CSV file's parts. */
interface PaymentCsvTexts {
  readonly title: string;
  readonly hint: (most: string) => string;
  readonly part: (number: number, of: number) => string;
  readonly period: (from: string, until: string) => string;
  readonly left: (moment: string) => string;
  readonly back: string;
  readonly columns: readonly [
    date: string,
    paymentId: string,
    code: string,
    orderId: string,
    way: string,
    state: string,
    amount: string,
    captured: string,
    refunded: string,
    left: string,
    currency: string,
    installments: string,
    card: string,
    name: string,
    phone: string,
    email: string,
    description: string,
    reason: string,
  ];
}

/** Words of the page of one payment. */
interface PaymentPageTexts {
  readonly title: (amount: string) => string;
  readonly back: string;
  readonly money: string;
  readonly payer: string;
  readonly details: string;
  readonly noTry: string;
  readonly facts: Readonly<
    Record<
      | 'amount'
      | 'state'
      | 'captured'
      | 'refunded'
      | 'left'
      | 'installments'
      | 'name'
      | 'phone'
      | 'email'
      | 'cardHolder'
      | 'card'
      | 'way'
      | 'paidAt'
      | 'startedAt'
      | 'paymentId'
      | 'code'
      | 'orderId'
      | 'authCode'
      | 'description'
      | 'reason'
      | 'pool'
      | 'voidUntil',
      string
    >
  >;
  readonly single: string;
  readonly installments: (count: number) => string;
  readonly pooled: string;
  readonly approvedPool: string;
  readonly actions: Readonly<Record<PaymentActionWord, string>>;
  readonly actionsLabel: string;
  readonly noActions: string;
  readonly shares: string;
  readonly sharesCut: (shown: number, all: number) => string;
  readonly shareColumns: Readonly<Record<'whose' | 'gross' | 'refunded' | 'left' | 'pool', string>>;
  readonly subDealer: (id: number) => string;
  readonly own: string;
  readonly asking: string;
  readonly waiting: string;
  readonly stuck: string;
  /** What became of the step that was asked for last. */
  readonly steps: Readonly<Record<StepKind, Readonly<Record<LifeStepState, (amount: string) => string>>>>;
  readonly by: Readonly<Record<StepAsker['by'], string>>;
  readonly receiptSent: string;
  readonly webhooksAgain: string;
  readonly life: string;
  readonly lifeCut: (count: number) => string;
  readonly made: Readonly<Record<'link' | 'mobile-3d' | 'direct' | 'three-d', string>>;
  readonly opened: string;
  readonly over: Readonly<Record<'cancelled' | 'expired' | 'failed', string>>;
  readonly tries: Readonly<Record<TryOutcome, (amount: string, card: string) => string>>;
  readonly because: (reason: string) => string;
  readonly message: (what: string, channel: string, to: string | undefined) => string;
  readonly messageKinds: Readonly<Record<MessageKind, string>>;
  readonly messageStates: Readonly<Record<MessageState, string>>;
  readonly channels: Readonly<Record<'sms' | 'email', string>>;
  readonly told: Readonly<Record<DeliveryState | 'failing', (event: string, tries: number) => string>>;
}

/** Words of every page of payments, in one language. */
export interface PaymentTexts {
  readonly states: Readonly<Record<DeskPaymentState, string>>;
  readonly ways: Readonly<Record<PaymentWay, string>>;
  readonly list: PaymentListTexts;
  readonly csv: PaymentCsvTexts;
  readonly page: PaymentPageTexts;
}
