import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../shared/adapters/dynamodb/engine/writes.ts';
import { readAttemptRow } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import type { Attempt } from '../../shared/domain/attempt/attempt.ts';
import type { FormField } from '../../shared/domain/form-field.ts';
import type { MinorUnits } from '../../shared/domain/money/money.ts';
import { type Log, namedFields } from '../../shared/observability/log.ts';
import type { BankGateway, PosAccount, StandingCharge, ThreeDForm } from '../../shared/ports/bank-gateway.ts';
import type { FakeClock } from '../fakes/clock.ts';
import { Process, Processes, type ProcessOptions } from './processes.ts';
import type { Seeded } from './seeded.ts';
import type { Tally } from './tally.ts';

/** An order in the bank's books, and whether the bank would still give the money back. */
export interface BookedOrder {
  readonly orderId: string;
  /** What the bank took. */
  readonly amount: MinorUnits;
  /** What it gave back, by a Void and by credits. */
  readonly givenBack: MinorUnits;
  readonly state: StandingCharge | 'voided' | 'declined';
  readonly takeBack: 'possible' | 'void-refused' | 'nothing';
}

/** The store of one run. */
export interface RunStore {
  /** As the functions meet it, throttled, conflicting and failing. */
  readonly table: Table;
  /** Past every fault, for scenes and checks. */
  readonly direct: Table;
  readonly rows: () => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
}

/** The bank of one run, its books and its faults. */
export interface RunBank {
  readonly port: BankGateway;
  /** The account of the one merchant, as its virtual POS has it. */
  readonly account: Pick<PosAccount, 'gateway' | 'clientId' | 'apiUser' | 'apiPassword' | 'storeKey'>;
  /** The number of a card that leads somewhere. */
  readonly pickCard: () => string;
  /** What a payer's browser brings back from the bank's gate; undefined for one that never comes back. */
  readonly throughGate: (form: ThreeDForm, passes: boolean) => Promise<readonly FormField[] | undefined>;
  readonly books: () => Promise<readonly BookedOrder[]>;
  /** Closes the bank's day now, whatever the time is. */
  readonly closeDay: () => Promise<void>;
  /** Whether it holds a charge that only the question of the next day finds. */
  readonly foundLate: () => boolean;
  readonly close: () => Promise<void>;
}

/** Sees what a write replaces, and says what is wrong with it. */
export type Watch = (before: Row, after: Row) => string | undefined;

/** What the store and the bank of a run share with it. */
export interface Circumstances {
  readonly seeded: Seeded;
  readonly clock: FakeClock;
  /** From when on the bank's "no record" is believed (rule 5). */
  readonly horizonHours: number;
  /** Faults met so far. */
  readonly met: Tally;
  /** Whether store and bank do harm; at the end of a run they do no more. */
  atFault: boolean;
  /** Every one of them sees every attempt that a write replaces, and in memory every other row. */
  readonly watches: Watch[];
  /** Credits of which no answer was written down, by order. */
  readonly credits: { usedUpTheTime(orderId: string): boolean };
  /** What must never happen and did. */
  readonly violations: string[];
  /** Every line that a function wrote. */
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
  'inquire',
  'inquireHistory',
  'followUp',
] as const satisfies readonly (keyof BankGateway)[];

/** What a function is composed from in a run: its own view of store and bank, at whose every call it may die. */
export interface Instance {
  readonly process: Process;
  readonly table: Table;
  readonly bank: BankGateway;
}

/** A log that keeps its lines, with the fields that the real one would write. */
export const keptLog = (lines: string[]): Log => {
  const keep = (event: string, fields: Parameters<Log['info']>[1]): void => {
    lines.push(JSON.stringify({ event, ...namedFields(fields) }));
  };
  return { info: keep, warn: keep, error: keep };
};

/** Store, bank, clock and kill switch of one seed's run, whatever is paid in it. */
export class World {
  readonly store: RunStore;
  readonly bank: RunBank;
  readonly circumstances: Circumstances;
  readonly processes: Processes;
  readonly log: Log;

  constructor(parts: { readonly store: RunStore; readonly bank: RunBank; readonly circumstances: Circumstances }) {
    this.store = parts.store;
    this.bank = parts.bank;
    this.circumstances = parts.circumstances;
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
      bank: process.using(this.bank.port, BANK_METHODS),
    };
  }

  async attempts(): Promise<readonly Attempt[]> {
    return (await this.store.rows()).flatMap((row) => (row.entity === 'attempt' ? [readAttemptRow(row)] : []));
  }

  async close(): Promise<void> {
    await this.bank.close();
    await this.store.close();
  }
}

/** Opens the world of one seed. */
export type OpenWorld = (circumstances: Circumstances, watch: Watch) => Promise<World>;
