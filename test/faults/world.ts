import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import type { FormField } from '../../shared/domain/form-field.ts';
import type { MinorUnits } from '../../shared/domain/money/money.ts';
import { orderIdOf } from '../../shared/domain/payment/payment-name.ts';
import type { SentCalls, Step } from '../../shared/domain/payment/step.ts';
import { isFinalStep } from '../../shared/domain/payment/step-states.ts';
import type { GatewayKind } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { type Log, namedFields } from '../../shared/observability/log.ts';
import type { StandingCharge } from '../../shared/ports/bank-answers.ts';
import type { BankGateway } from '../../shared/ports/bank-gateway.ts';
import type { FollowUp } from '../../shared/ports/bank-order.ts';
import type { ThreeDForm } from '../../shared/ports/three-d-gate.ts';
import type { FakeClock } from '../fakes/clock.ts';
import { type BankTransaction, wrongReference } from './bank/bank-transactions.ts';
import { attemptsIn, stepsIn } from './payments-in.ts';
import { Process, Processes, type ProcessOptions } from './processes.ts';
import type { RunAccount } from './run-account.ts';
import type { Seeded } from './seeded.ts';
import type { Tally } from './tally.ts';

/** An order in the bank's books, and whether the bank would still give the money back. */
export interface BookedOrder {
  readonly orderId: string;
  /** The amount of the sale or pre-authorisation. */
  readonly ordered: MinorUnits;
  /** The amount that the bank took: a sale's, or a capture's. Of a hold that was never captured, the amount held. */
  readonly amount: MinorUnits;
  /** The amount that it still reserves without having taken it. */
  readonly held: MinorUnits;
  /** The amount that it gave back, by a Void and by credits. */
  readonly givenBack: MinorUnits;
  readonly state: StandingCharge | 'voided' | 'declined';
  readonly takeBack: 'possible' | 'void-refused' | 'nothing';
  /** The part of `givenBack` that nobody asked for: the bank carried Credits out twice. */
  readonly excess?: MinorUnits;
  /** True of a charge that the bank called declined and took all the same. */
  readonly calledDeclined?: true;
}

/** The store of one run. */
export interface RunStore {
  /** As functions see it, with throttling, conflicts and failures. */
  readonly table: Table;
  /** Without faults, for scenes and checks. */
  readonly direct: Table;
  /** The table of boxes, with the same faults. */
  readonly boxes: Pick<Table, 'get'>;
  readonly rows: () => Promise<readonly Row[]>;
  /** Throws if `rows` does not tell all that is stored. */
  readonly proveWhole: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The bank of one run, its books and its faults. */
export interface RunBank {
  readonly port: BankGateway;
  /** The account of the one merchant, for its virtual POS. */
  readonly account: RunAccount;
  /** A random card number with some behaviour. */
  readonly pickCard: () => string;
  /** The fields that a payer's browser brings back from the bank's gate; undefined if it never comes back. */
  readonly throughGate: (
    form: Pick<ThreeDForm, 'action' | 'fields'>,
    passes: boolean,
  ) => Promise<readonly FormField[] | undefined>;
  readonly books: () => Promise<readonly BookedOrder[]>;
  /** Its transactions by reference; absent where captures, voids and refunds name none. */
  readonly transactions?: () => Promise<readonly BankTransaction[]>;
  /** Closes the bank's day now, whatever the time is. */
  readonly closeDay: () => Promise<void>;
  /** Whether it holds a charge that only the question of the next day finds. */
  readonly foundLate: () => boolean;
  readonly close: () => Promise<void>;
}

/** Compares a row with the one that replaces it, and answers what is wrong. Rows of a payment come with its item. */
export type Watch = (before: Row, after: Row, payment: Row | undefined) => string | undefined;

/** Shared by a run, its store and its bank. */
export interface Circumstances {
  readonly seeded: Seeded;
  readonly clock: FakeClock;
  /** Kind of the one bank's gateway. */
  readonly gateway: GatewayKind;
  /** Hours after which the bank's "no record" is believed (rule 5). */
  readonly horizonHours: number;
  /** Faults met so far. */
  readonly met: Tally;
  /** Whether store and bank inject faults; false at the end of a run. */
  atFault: boolean;
  /** Each sees every attempt that is replaced, and in memory every other row too. */
  readonly watches: Watch[];
  /** Credits without a recorded answer, by order. */
  readonly credits: { usedUpTheTime(orderId: string): boolean };
  /** Each sees all rows after every write in memory. What one throws is a violation. */
  readonly rowChecks: ((rows: readonly Row[]) => void)[];
  /** Violations: what must never happen and did. */
  readonly violations: string[];
  /** Every log line of the functions. */
  readonly logLines: string[];
}

export const TABLE_METHODS = [
  'get',
  'getMany',
  'query',
  'due',
  'increment',
  'transact',
] as const satisfies readonly (keyof Table)[];
export const BANK_METHODS = [
  'charge',
  'provision',
  'startOnServer',
  'inquire',
  'inquireHistory',
  'followUp',
] as const satisfies readonly (keyof BankGateway)[];

/** Dependencies of a function in a run: its own view of store and bank, where it may die at every call. */
export interface Instance {
  readonly process: Process;
  readonly table: Table;
  readonly bank: BankGateway;
}

/** A log that keeps its lines, with the fields of the real one. */
export const keptLog = (lines: string[]): Log => {
  const keep = (event: string, fields: Parameters<Log['info']>[1]): void => {
    lines.push(JSON.stringify({ event, ...namedFields(fields) }));
  };
  return { info: keep, warn: keep, error: keep };
};

const orderOfStep = ({ payment, attempt: number }: Step): string => orderIdOf({ payment, number });

/** Whether a step's row tells of a call that has no answer yet. */
const isIntended = (
  { credit, voidUnheardAtMs, captureSentAtMs, captureAnswered }: SentCalls,
  { kind }: FollowUp,
  amount: MinorUnits,
): boolean => {
  if (kind === 'capture') return captureSentAtMs !== undefined && captureAnswered === undefined;
  if (kind === 'void') return voidUnheardAtMs !== undefined;
  return credit !== undefined && credit.answer === undefined && credit.amount === amount;
};

/**
 * The bank's port, which finds a Capture, Credit or Void that leaves before its row says so (rule 4), or that names a
 * wrong transaction.
 */
const watchedPort = ({ port, transactions }: RunBank, store: RunStore, { violations }: Circumstances): BankGateway => {
  const followUp: BankGateway['followUp'] = async (account, order, call, time) => {
    const steps = stepsIn(await store.rows()).filter((step) => orderOfStep(step) === order.orderId);
    const { sent } = steps.find((step) => !isFinalStep(step) && step.state !== 'stuck') ?? {};
    if (sent === undefined || !isIntended(sent, call, order.amount))
      violations.push(`a ${call.kind} leaves that no row tells of`);
    const wrong = transactions === undefined ? undefined : wrongReference(order, call, await transactions());
    if (wrong !== undefined) violations.push(wrong);
    return port.followUp(account, order, call, time);
  };
  return new Proxy(port, {
    get: (_port, name) => {
      if (name === 'followUp') return followUp;
      const member: unknown = Reflect.get(port, name, port);
      return typeof member === 'function' ? (member.bind(port) as unknown) : member;
    },
  });
};

/** Store, bank, clock and scheduler of one seed's run, whatever is paid in it. */
export class World {
  readonly store: RunStore;
  readonly bank: RunBank;
  readonly circumstances: Circumstances;
  readonly processes: Processes;
  readonly log: Log;
  readonly #port: BankGateway;

  constructor(parts: { readonly store: RunStore; readonly bank: RunBank; readonly circumstances: Circumstances }) {
    this.store = parts.store;
    this.bank = parts.bank;
    this.circumstances = parts.circumstances;
    this.#port = watchedPort(parts.bank, parts.store, parts.circumstances);
    this.processes = new Processes(parts.circumstances.seeded, parts.circumstances.clock);
    this.log = keptLog(parts.circumstances.logLines);
  }

  get seeded(): Seeded {
    return this.circumstances.seeded;
  }

  get clock(): FakeClock {
    return this.circumstances.clock;
  }

  instance(options: ProcessOptions): Instance {
    const process = new Process(this.processes, options);
    return {
      process,
      table: process.using(this.store.table, TABLE_METHODS),
      bank: process.using(this.#port, BANK_METHODS),
    };
  }

  async attempts(): Promise<readonly Attempt[]> {
    return attemptsIn(await this.store.rows());
  }

  async close(): Promise<void> {
    await this.bank.close();
    await this.store.close();
  }
}

/** Makes the world of one seed. */
export type OpenWorld = (circumstances: Circumstances, watch: Watch) => Promise<World>;
