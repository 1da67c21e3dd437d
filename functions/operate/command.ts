import type { DayText } from '../../shared/domain/calendar.ts';
import type { GatewayRules } from '../../shared/domain/virtual-pos/gateway-address.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { BankDays } from '../../shared/ports/bank-ledger.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { Customers } from '../../shared/ports/customers.ts';
import type { Dealers, StoredCredential } from '../../shared/ports/dealers.ts';
import type { Definitions } from '../../shared/ports/definitions.ts';
import type { IdempotencyRecords } from '../../shared/ports/idempotency-records.ts';
import type { Identifiers, Randomness } from '../../shared/ports/identifiers.ts';
import type { Change, OperatorChanges } from '../../shared/ports/operator-changes.ts';
import type { OperatorPayments } from '../../shared/ports/operator-payments.ts';
import type { OperatorLinks, OperatorRecords } from '../../shared/ports/operator-records.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import type { Sales } from '../../shared/ports/sales.ts';
import type { StoredCards } from '../../shared/ports/stored-cards.ts';
import type { Sealer } from '../../shared/ports/vault.ts';
import { type Fields, type InputOf, readInput } from './fields.ts';

/** Makes passwords of API users; only their salted hash is ever stored. */
interface Passwords {
  issue(): { readonly password: string } & Pick<StoredCredential, 'salt' | 'passwordHash'>;
}

/** What the operators' commands work with. */
export interface OperateDependencies {
  readonly dealers: Dealers;
  readonly definitions: Definitions;
  readonly customers: Customers;
  readonly sales: Sales;
  readonly storedCards: Pick<StoredCards, 'ofCustomer'>;
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly idempotencyRecords: IdempotencyRecords;
  readonly records: OperatorRecords;
  readonly links: OperatorLinks;
  readonly payments: OperatorPayments;
  readonly attempts: Pick<Attempts, 'find'>;
  readonly changes: OperatorChanges;
  /** Days of the embedded bank, which sandbox stages have. */
  readonly bankDays: BankDays;
  readonly identifiers: Identifiers;
  readonly randomness: Randomness;
  readonly passwords: Passwords;
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** The stage that the function serves. */
  readonly stage: string;
  /** Which gateways of banks the stage's functions may call (rule 22). */
  readonly gateways: GatewayRules;
  /** The table that it works on, which has another name after a restore. */
  readonly tableName: string;
}

/** The moment of a command, with its days in Istanbul. */
export interface CommandCall {
  readonly deps: OperateDependencies;
  readonly nowMs: number;
  readonly today: DayText;
  readonly tomorrow: DayText;
}

export type Result = Readonly<Record<string, unknown>>;

/** A page of a file of comma-separated values: rows without line ends. */
export interface CsvPage extends Result {
  readonly header: string;
  readonly rows: readonly string[];
  /** Where the next page begins; absent behind the last one. */
  readonly next?: string;
}

/** A change that is ready to be applied, with what is answered and audited. */
export interface PlannedChange {
  /** Absent where the change concerns every dealer. */
  readonly dealerCode?: string;
  readonly change: Change;
  readonly changed: readonly string[];
  /** Without secrets: it is kept in the audit entry and answered again to a repeat. */
  readonly result: Result;
  /** Shown once, to the call that applied the command. */
  readonly secrets?: Result;
}

interface Described {
  readonly name: string;
  readonly group: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What else there is to know, a sentence or two each. */
  readonly notes?: readonly string[];
  /** An input that works as it is, against the demo dealer where records must exist. */
  readonly example: Result;
}

/** What is told of a command, whichever function carries it out. */
export interface DescribedCommand extends Described {
  readonly fields: Fields;
  /** Whether it changes something. */
  readonly changes: boolean;
  /**
   * `csv`: the result is a CsvPage, and the command line asks for page after page with the same input and the page's
   * `next` as cursor, and writes one file.
   */
  readonly output?: 'csv';
}

/** A command that reads. */
export interface ShowCommand extends DescribedCommand {
  readonly changes: false;
  readonly show: (raw: unknown, call: CommandCall) => Promise<Result>;
}

/** A command that changes something, once per command id. */
export interface ChangeCommand extends DescribedCommand {
  readonly changes: true;
  /** Reads what is stored and plans the change; called again when another change came in between. */
  readonly plan: (raw: unknown, call: CommandCall) => Promise<PlannedChange>;
}

export type Command = ShowCommand | ChangeCommand;

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

export const changeCommand = <All extends Fields>(
  description: Described & { readonly fields: All },
  plan: (input: InputOf<All>, call: CommandCall) => Promise<PlannedChange>,
): ChangeCommand => ({
  ...description,
  changes: true,
  plan: async (raw, call) => plan(readInput(description.fields, raw), call),
});
