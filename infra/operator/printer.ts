import type { Writable } from 'node:stream';
import { asTables } from './tables.ts';

/** For programs, for people, or for spreadsheets. */
export type Format = 'json' | 'table' | 'csv';

/** Where a command prints: the streams of its process, or those of a test. */
export interface PrinterStreams {
  readonly output: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly errors: Writable;
}

interface Failure {
  readonly code: string;
  readonly field?: string | undefined;
  readonly message: string;
}

/** How a command tells its answer. */
export interface Printer {
  result(answer: object): void;
  /** A refusal or failure, with what else is known of the command. */
  failure(error: Failure, about?: object): void;
}

const WIDTH = 100;

/** Controls that JSON lets stand and a terminal obeys. */
const LEFT_STANDING = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const asJson = (value: unknown): string =>
  JSON.stringify(value, undefined, 2).replaceAll(
    LEFT_STANDING,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Tables on a terminal and JSON elsewhere, where nothing else is asked for. */
export const formatFor = (format: Format | undefined, { output }: Pick<PrinterStreams, 'output'>): Format =>
  format ?? (output.isTTY === true ? 'table' : 'json');

/** Prints an answer as it is asked for. */
export const printerOf = (format: Format | undefined, { output, errors }: PrinterStreams): Printer => {
  const forPeople = formatFor(format, { output }) === 'table';
  // A file or a pipe has no width: what reads it wants a row for each record.
  const width = output.columns ?? (output.isTTY === true ? WIDTH : Number.POSITIVE_INFINITY);
  return {
    result: (answer) => void output.write(`${forPeople ? asTables(answer, width) : asJson(answer)}\n`),
    failure: ({ code, field, message }, about = {}) => {
      const error = { code, ...(field === undefined ? {} : { field }), message };
      const text = forPeople ? asTables({ ...error, ...about }, width) : asJson({ error, ...about });
      errors.write(`${text}\n`);
    },
  };
};
