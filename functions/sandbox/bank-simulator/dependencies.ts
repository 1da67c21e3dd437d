import type { FormField } from '../../../shared/domain/form-field.ts';
import type { SandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import type { SandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import type { Log } from '../../../shared/observability/log.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import type { Clock } from '../../../shared/ports/clock.ts';

/** A merchant as the bank knows it. */
export type Merchant = SandboxMerchant;

/** A terminal of Garanti as the bank knows it. */
export type Terminal = SandboxTerminal;

/** Elements of a document to write: a text, child elements, or a list of elements with the same name. */
export interface Elements {
  readonly [name: string]: string | Elements | readonly Elements[] | undefined;
}

/** Encodings that documents of banks name. */
export type Charset = 'ISO-8859-9' | 'UTF-8';

export interface BankSimulatorDependencies {
  readonly ledger: BankLedger;
  readonly clock: Clock;
  readonly log: Log;
  readonly serviceName: string;
  /** When the bank's day ends, in minutes after midnight in Istanbul. */
  readonly dayEnd: number;
  readonly merchantOf: (clientId: string) => Merchant | undefined;
  readonly terminalOf: (terminalId: string) => Terminal | undefined;
  /** Hash ver3 of NestPay. */
  readonly hashOf: (fields: readonly FormField[], storeKey: string) => string;
  readonly readXml: (text: string) => unknown;
  /** A document in ASCII that names this encoding, by default ISO-8859-9. */
  readonly writeXml: (elements: Elements, charset?: Charset) => string;
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
