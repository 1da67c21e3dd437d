import { bankSimulator } from '../../../functions/sandbox/bank-simulator/bank-simulator.ts';
import type { BankSimulatorDependencies } from '../../../functions/sandbox/bank-simulator/dependencies.ts';
import { readXml } from '../../../shared/adapters/bank/xml-reader.ts';
import { dynamoBankLedger } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import { sandboxTerminal } from '../../../shared/garanti/sandbox-merchant.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import type { BankLedger } from '../../../shared/ports/bank-ledger.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { apiEvent } from '../app/api-event.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { accountAt, bankParts, garantiAccountAt } from './bank-server.ts';

// The bank loads these when they are first called. Here they are loaded before tests begin, as other modules are: what a planted
// bug changes while a module loads would else be met by one test alone.
await import('../../../functions/sandbox/bank-simulator/garanti/gvps-api.ts');
await import('../../../functions/sandbox/bank-simulator/garanti/wire.ts');
await import('../../../functions/sandbox/bank-simulator/nestpay/payment-api.ts');
await import('../../../functions/sandbox/bank-simulator/nestpay/wire.ts');
await import('../../../functions/sandbox/bank-simulator/three-d-pages.ts');

/** 15 January 2027, 11:00 in Istanbul: eleven hours before the day of a called bank ends. */
export const BANK_MORNING = 1_800_000_000_000;
export const BANK_DAY_MS = 86_400_000;

type Changes = Partial<Omit<BankSimulatorDependencies, 'clock'>>;
type Headers = Readonly<Record<string, string>>;

/** A number of so many digits. */
const padded = (count: number, digits: number): string => String(count).padStart(digits, '0');

/**
 * What a called bank is made of: its clock stands still, and its random texts count up, `000001` and `token-1` first.
 * `waits` names what the bank did to keep its caller waiting.
 */
export const calledBankParts = (changes: Changes = {}) => {
  const [clock, log, waits] = [new FakeClock(BANK_MORNING), new FakeLog(), [] as string[]];
  let [digits, tokens] = [0, 0];
  const deps: BankSimulatorDependencies = {
    ...bankParts(),
    ledger: dynamoBankLedger(new MemoryTable()),
    clock,
    log,
    dayEnd: 22 * 60,
    random: {
      digits: (count) => padded(++digits, count),
      token: () => `token-${++tokens}`,
    },
    hold: async () => void waits.push('hold'),
    delay: async () => void waits.push('delay'),
    ...changes,
  };
  return { deps, clock, log, waits };
};

const referenceIn = (path: string): Record<string, string> => {
  const [, reference] = /\/challenge\/(.+)$/.exec(path) ?? [];
  return reference === undefined ? {} : { reference };
};

/** The embedded bank as a function that a test calls, without a socket. Its books are kept in memory. */
export const calledBank = (changes: Changes = {}) => {
  const parts = calledBankParts(changes);
  const handle = bankSimulator(parts.deps);
  const call = (method: string, address: string, sent: { body?: string; headers?: Headers } = {}) => {
    const [rawPath = '', query] = address.split('?');
    const event = apiEvent({
      rawPath,
      headers: sent.headers ?? {},
      pathParameters: referenceIn(rawPath),
      queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
      ...(sent.body === undefined ? {} : { body: sent.body }),
    });
    const { requestContext } = event;
    const http = { ...requestContext.http, method };
    return handle({ ...event, requestContext: { ...requestContext, http } });
  };
  return {
    ...parts,
    call,
    /** Shows the page at an address. */
    get: (address: string, headers: Headers = {}): Promise<HttpResponse> => call('GET', address, { headers }),
    /** Posts a form. */
    post: (address: string, fields: readonly FormField[], headers: Headers = {}): Promise<HttpResponse> => {
      const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString();
      return call('POST', address, { body, headers });
    },
    /** Posts a document. */
    send: (path: string, body: string): Promise<HttpResponse> => call('POST', path, { body }),
  };
};

export type CalledBank = ReturnType<typeof calledBank>;

/** The terminal and the merchant of tests that call the bank. */
export const calledTerminal = garantiAccountAt('http://127.0.0.1', sandboxTerminal('190100062'));
export const calledMerchant = accountAt('http://127.0.0.1', sandboxMerchant('190100000'));

/** The text of an answer, in the encoding that it names. */
export const textOf = ({ body, isBase64Encoded, headers }: HttpResponse): string => {
  const charset = /charset=([\w-]+)/.exec(String(headers['content-type']))?.[1] ?? '';
  return new TextDecoder(charset, { fatal: true }).decode(
    Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8'),
  );
};

/** The document of an answer, without its declaration. */
export const documentOf = (response: HttpResponse): unknown => readXml(textOf(response));

/** A ledger some of whose methods a test replaces. */
export const ledgerWith = (
  changes: Partial<Omit<BankLedger, 'terminals'>> & { readonly terminals?: Partial<BankLedger['terminals']> },
): BankLedger => {
  const ledger = dynamoBankLedger(new MemoryTable());
  return { ...ledger, ...changes, terminals: { ...ledger.terminals, ...changes.terminals } };
};
