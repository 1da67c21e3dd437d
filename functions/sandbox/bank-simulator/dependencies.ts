import type { FormField } from '../../../shared/domain/form-field.ts';
import type { Log } from '../../../shared/observability/log.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import type { Clock } from '../../../shared/ports/clock.ts';

/** A merchant as the bank knows it. */
export interface Merchant {
  readonly clientId: string;
  readonly apiUser: string;
  readonly apiPassword: string;
  readonly storeKey: string;
}

/** Elements of a document to write: a text, or child elements. */
export interface Elements {
  readonly [name: string]: string | Elements | undefined;
}

export interface BankSimulatorDependencies {
  readonly ledger: BankLedger;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceName: string;
  /** When the bank's day ends, in minutes after midnight in Istanbul. */
  readonly dayEnd: number;
  readonly merchantOf: (clientId: string) => Merchant | undefined;
  readonly hashOf: (fields: readonly FormField[], storeKey: string) => string;
  readonly readXml: (text: string) => unknown;
  readonly writeXml: (elements: Elements) => string;
  readonly random: {
    /** Random decimal digits. The first may be 0. */
    digits(count: number): string;
    /** 128 random bits as URL-safe text. */
    token(): string;
  };
  /** Keeps the caller waiting past its time-out. */
  readonly hold: () => Promise<void>;
  /** Keeps the caller waiting, but not past its time-out. */
  readonly delay: () => Promise<void>;
}
