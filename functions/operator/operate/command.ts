import type { DayText } from '../../../shared/domain/calendar.ts';
import type { FunnelGrouping } from '../../../shared/domain/funnel/funnel-group.ts';
import type { FunnelStage } from '../../../shared/domain/funnel/request-stages.ts';
import type { LedgerTotal } from '../../../shared/domain/ledger/day-totals.ts';
import type { StageMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import type { Currency } from '../../../shared/domain/money/money.ts';
import type { OutgoingRules } from '../../../shared/domain/outgoing/outgoing-address.ts';
import type { DaySum } from '../../../shared/domain/payment/day-sums.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { GatewayRules } from '../../../shared/domain/virtual-pos/gateway-address.ts';
import type { CountOfLinkDependencies } from '../../../shared/links/count-of-link.ts';
import type { LinkDraftDependencies } from '../../../shared/links/create-link.ts';
import type { CaptureDependencies } from '../../../shared/payment-flow/capture-step.ts';
import type { AccountTrial } from '../../../shared/ports/account-trial.ts';
import type { Attempts } from '../../../shared/ports/attempts.ts';
import type { BankDays } from '../../../shared/ports/bank-ledger.ts';
import type { Breakers } from '../../../shared/ports/breakers.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { Comparisons } from '../../../shared/ports/comparisons.ts';
import type { Customers } from '../../../shared/ports/customers.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { DealerMessagingDirectory } from '../../../shared/ports/dealer-messaging.ts';
import type { DealerDirectory, Dealers, StoredCredential } from '../../../shared/ports/dealers.ts';
import type { Definitions } from '../../../shared/ports/definitions.ts';
import type { DeliveryRecords } from '../../../shared/ports/delivery-records.ts';
import type { ShopRecords } from '../../../shared/ports/demo-shop.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';
import type { FunnelCounting, Funnels } from '../../../shared/ports/funnels.ts';
import type { IdempotencyRecords } from '../../../shared/ports/idempotency-records.ts';
import type { Identifiers, Randomness } from '../../../shared/ports/identifiers.ts';
import type { LostOrders } from '../../../shared/ports/lost-orders.ts';
import type { Messages, OptOuts } from '../../../shared/ports/messages.ts';
import type { AuditEntry, Change, OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { OperatorPayments } from '../../../shared/ports/operator-payments.ts';
import type { OperatorLinks, OperatorRecords } from '../../../shared/ports/operator-records.ts';
import type { OperatorDeliveries } from '../../../shared/ports/outbox.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { LinkRequests, ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { SaleReferences } from '../../../shared/ports/sale-references.ts';
import type { SaleBook } from '../../../shared/ports/sales.ts';
import type { ServiceAccounts } from '../../../shared/ports/service-accounts.ts';
import type { Statements } from '../../../shared/ports/statements.ts';
import type { StoredCards } from '../../../shared/ports/stored-cards.ts';
import type { Sealer } from '../../../shared/ports/vault.ts';
import type { WebhookEndpoints } from '../../../shared/ports/webhook-endpoints.ts';
import { type Fields, type InputOf, readInput } from './fields.ts';

/** Makes passwords of API users; only their salted hash is ever stored. */
interface Passwords {
  issue(): { readonly password: string } & Pick<StoredCredential, 'salt' | 'passwordHash'>;
}

/** Makes secrets that webhooks are signed with; they are stored sealed. */
interface WebhookSecrets {
  issue(): string;
}

/** Dependencies of the operators' commands. */
export interface OperateDependencies {
  readonly dealers: Dealers;
  /** The list of all dealers. */
  readonly dealerDirectory: DealerDirectory;
  readonly definitions: Definitions;
  readonly looks: DealerLooksDirectory;
  /** The dealer of the demo shop, in sandbox stages only. */
  readonly shop: ShopRecords;
  readonly customers: Customers;
  readonly sales: Pick<SaleBook, 'find' | 'open' | 'history'>;
  readonly references: SaleReferences;
  readonly storedCards: Pick<StoredCards, 'ofCustomer'>;
  readonly dealerMessaging: DealerMessagingDirectory;
  /** Messages about links. */
  readonly messages: Messages;
  readonly optOuts: OptOuts;
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly idempotencyRecords: IdempotencyRecords;
  /** What links are decided and drafted with, as for the dealers' operation. */
  readonly linkMaking: LinkDraftDependencies;
  readonly records: OperatorRecords;
  readonly breakers: Pick<Breakers, 'all'>;
  readonly links: OperatorLinks;
  readonly reusableLinks: ReusableLinks;
  readonly linkRequests: LinkRequests;
  readonly funnels: Pick<Funnels, 'rows' | 'rowsOfLink'> & CountOfLinkDependencies['funnels'];
  readonly funnelCounting: FunnelCounting;
  /** Payments in lists and in the queue. */
  readonly payments: OperatorPayments;
  readonly wholePayments: Payments;
  readonly statements: Pick<Statements, 'pageOfDealer'>;
  readonly comparisons: Pick<Comparisons, 'ofDay'>;
  /** Accounts that parts of the service use. */
  readonly serviceAccounts: ServiceAccounts;
  /** What captures, voids, refunds and pool steps are carried out with, and what calls banks: few commands load it. */
  readonly stepping: () => Promise<CaptureDependencies>;
  readonly accountTrial: AccountTrial;
  readonly attempts: Pick<Attempts, 'find' | 'apply' | 'lockForCharge'>;
  readonly lostOrders: LostOrders;
  readonly deliveries: OperatorDeliveries;
  readonly changes: OperatorChanges;
  /** Days of the embedded bank, which only sandbox stages have. */
  readonly bankDays: BankDays;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly passwords: Passwords;
  readonly webhooks: WebhookEndpoints;
  readonly deskUsers: DeskUsers;
  /** Own address of the desk, as far as the function knows it. */
  readonly deskUrl?: string | undefined;
  readonly deliveryRecords: DeliveryRecords;
  readonly webhookSecrets: WebhookSecrets;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** The stage that the function serves. */
  readonly stage: string;
  /** The address of the stage's pages. */
  readonly baseUrl: string;
  /** How the stage sends messages. */
  readonly messaging: StageMessaging;
  /** The gateways that the stage's functions may call (rule 22). */
  readonly gateways: GatewayRules;
  /** Those of their hosts at which a virtual POS of Garanti's kind may be put (rule 50). */
  readonly garantiHosts: readonly string[];
  /** Address of the embedded bank, which only sandbox stages have. */
  readonly embeddedBank?: string | undefined;
  /** The addresses that the stage's functions may call for dealers (rule 41). */
  readonly outgoing: OutgoingRules;
  /** The table of the function. It has another name after a restore. */
  readonly tableName: string;
}

/** Time of the command and its Istanbul dates. */
export interface CommandCall {
  readonly deps: OperateDependencies;
  readonly nowMs: number;
  readonly today: DayText;
  readonly tomorrow: DayText;
}

export type Result = Readonly<Record<string, unknown>>;

/** A page of a CSV file: rows without line ends. */
export interface CsvPage extends Result {
  readonly header: string;
  readonly rows: readonly string[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: string;
}

/** How a payment and its ledger disagree, in a sentence. */
interface Disagreement {
  readonly orderId: string;
  readonly step?: number;
  readonly problem: string;
  /** What the bank gave back too much. */
  readonly excessCredit?: number | string;
}

/** A page of a check of the ledger: a part of one dealer's day. */
export interface LedgerPage extends Result {
  /** Absent where there is no dealer. */
  readonly dealerCode?: string;
  readonly day: DayText;
  /** Charges and steps that the page checked. */
  readonly charges: number;
  readonly steps: number;
  /** Sums of the page, in minor units. */
  readonly totals: readonly LedgerTotal[];
  readonly disagreements: readonly Disagreement[];
  /** Where the next page begins, of this dealer or the next one; absent on the last page. */
  readonly next?: string;
}

/** A page of a search over many days. */
export interface FoundPage extends Result {
  readonly found: readonly Result[];
  /** The last day that was read. */
  readonly examined: DayText;
  /** Where the next call goes on; absent at the end. */
  readonly next?: string;
}

/** A page of a day's sums, of one dealer or of several. */
export interface DayPage extends Result {
  readonly day: DayText;
  readonly sums: readonly (DaySum & { readonly dealerCode: string })[];
  /** Where the next call goes on; absent at the end. */
  readonly next?: string;
}

/** The counts of a set of payment requests, amounts in currency units. */
export interface FunnelNumbersShown extends Readonly<Record<FunnelStage, number>> {
  readonly givenBack: number;
  readonly paidSums: Readonly<Partial<Record<Currency, number>>>;
  readonly givenBackSums: Readonly<Partial<Record<Currency, number>>>;
  readonly openMinutesMedian: number | null;
  readonly openMinutes90: number | null;
  readonly payMinutesMedian: number | null;
  readonly payMinutes90: number | null;
  /** The most frequent codes, the first one first. */
  readonly declineCodes: readonly { readonly code: string; readonly count: number }[];
}

/** What became of the payment requests of some days. */
export interface FunnelResult extends Result {
  readonly dealerCode: string;
  readonly from: DayText;
  readonly until: DayText;
  readonly by: FunnelGrouping;
  readonly isComplete: boolean;
  /** Empty before the first night. */
  readonly countedSince: string;
  readonly todayCountedAt: string;
  readonly total: FunnelNumbersShown;
  readonly rows: readonly (FunnelNumbersShown & { readonly of: string })[];
}

/** A change that is ready to be applied, with its answer and its audit entry. */
export interface PlannedChange {
  /** Absent if the change concerns every dealer. */
  readonly dealerCode?: string;
  readonly change: Change;
  readonly changed: readonly string[];
  /** Without secrets: the audit entry keeps it, and a repeat gets it again. */
  readonly result: Result;
  /** Shown once, to the call that applied the command. */
  readonly secrets?: Result;
  /** What was there and what came of it, without secrets: shown by the audit, to the dealer's managers too. */
  readonly before?: Result;
  readonly after?: Result;
}

interface Described {
  readonly name: string;
  readonly group: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Further facts, a sentence or two each. */
  readonly notes?: readonly string[];
  /** An input that works as it is. It uses the demo dealer if records must exist. */
  readonly example: Result;
  /** What is told to somebody who waits for rows, where a CsvPage has none. */
  readonly withoutRows?: string;
  /** The command without input that shows the one record that this command replaces: the example names its version. */
  readonly shownBy?: 'show-stage' | 'show-shop';
}

/** The description of a command, whichever function carries it out. */
export interface DescribedCommand extends Described {
  readonly fields: Fields;
  /** Whether it changes something. */
  readonly changes: boolean;
  /**
   * `csv`: the result is a CsvPage. The command line sends the same input again with the page's `next` as cursor until
   * the last page, and writes one file. `ledger`: the same with LedgerPages, which the command line adds up. `found`: the
   * same with FoundPages, whose findings it puts into one answer. `day`: the same with DayPages, which it adds up. `funnel`:
   * one FunnelResult, which it draws.
   */
  readonly output?: 'csv' | 'ledger' | 'found' | 'day' | 'funnel';
}

/** A command that reads. */
export interface ShowCommand extends DescribedCommand {
  readonly changes: false;
  readonly show: (raw: unknown, call: CommandCall) => Promise<Result>;
}

/** A command that changes something, once per command id. */
export interface ChangeCommand extends DescribedCommand {
  readonly changes: true;
  /** Reads the stored record and plans the change. Called again if another change was written in between. */
  readonly plan: (raw: unknown, call: CommandCall) => Promise<PlannedChange>;
}

/** The call of a command that begins a step of a payment. */
export interface StepCommandCall extends CommandCall {
  readonly commandId: string;
  /** The audit entry of the command, written in the transaction of the step's intent. */
  readonly entryOf: (step: Step) => AuditEntry;
  /** The audit entry of a command whose steps stand outside of payments. */
  readonly entryFor: (outcome: Pick<AuditEntry, 'changed' | 'result'> & { readonly dealerCode: string }) => AuditEntry;
}

/** A command that begins a step of a payment, once per command id. */
export interface StepCommand extends DescribedCommand {
  readonly changes: true;
  /** `replayed`: the step was begun before, by this command or by the same request of somebody else. */
  readonly carryOut: (
    raw: unknown,
    call: StepCommandCall,
  ) => Promise<{ readonly replayed: boolean; readonly result: Result }>;
  /** What carrying it out would begin, by the same decision: nothing is written, and the bank is not asked. */
  readonly tryOut: (
    raw: unknown,
    call: CommandCall,
  ) => Promise<{ readonly wouldBegin: boolean; readonly result: Result }>;
}

export type Command = ShowCommand | ChangeCommand | StepCommand;

export const showCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  show: (input: InputOf<All>, call: CommandCall) => Promise<Result>,
): ShowCommand => ({
  ...description,
  changes: false,
  show: async (raw, call) => show(readInput(description.fields, raw), call),
});

/** A command whose result the command line writes as a file, page by page. */
export const csvCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  page: (input: InputOf<All>, call: CommandCall) => Promise<CsvPage>,
): ShowCommand => ({ ...showCommand(description, page), output: 'csv' });

/** A command whose result the command line adds up, page by page. */
export const ledgerCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  page: (input: InputOf<All>, call: CommandCall) => Promise<LedgerPage>,
): ShowCommand => ({ ...showCommand(description, page), output: 'ledger' });

/** A command that searches many days, page by page. */
export const foundCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  page: (input: InputOf<All>, call: CommandCall) => Promise<FoundPage>,
): ShowCommand => ({ ...showCommand(description, page), output: 'found' });

/** A command that sums a day up, page by page. */
export const dayCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  page: (input: InputOf<All>, call: CommandCall) => Promise<DayPage>,
): ShowCommand => ({ ...showCommand(description, page), output: 'day' });

/** A command whose result the command line draws. */
export const funnelCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  show: (input: InputOf<All>, call: CommandCall) => Promise<FunnelResult>,
): ShowCommand => ({ ...showCommand(description, show), output: 'funnel' });

export const changeCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  plan: (input: InputOf<All>, call: CommandCall) => Promise<PlannedChange>,
): ChangeCommand => ({
  ...description,
  changes: true,
  plan: async (raw, call) => plan(readInput(description.fields, raw), call),
});
