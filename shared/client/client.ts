import { setTimeout as pauseFor } from 'node:timers/promises';
import { type Answer, type AnyAnswer, type FieldsOf, type OperationName, readAnswer } from './answer.ts';
import { checkKey, type DealerAccount } from './check-key.ts';
import { operations } from './contract.ts';
import { isWorthRepeating, MOST_TRIES, mayRepeat, pauseMsAfter } from './repeats.ts';
import { postByFetch, readBaseAddress, type Transport } from './transport.ts';

export interface ClientOptions {
  /** Base address of the deployment, with or without a slash at its end. https, or http on this machine. */
  readonly baseUrl: string;
  readonly account: DealerAccount;
  /** Longest wait for one answer. The service answers within 30 seconds, so less than that loses answers. */
  readonly timeoutMs?: number;
  /** How often a call that may be sent again is sent in all: 1 to 3, by default 3. */
  readonly tries?: number;
  /** Replaces the way over HTTP. */
  readonly transport?: Transport;
  /** Replaces the pause between two tries. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** One method for each operation. Each answers and never throws: what went wrong is a kind of answer. */
export type Client = {
  readonly [Name in OperationName]: (fields: FieldsOf<Name>) => Promise<Answer<Name>>;
};

/** The service answers within 30 seconds: who waits longer waits for nothing. */
const TIMEOUT_MS = 35_000;

type Settings = Required<ClientOptions>;

const read = (options: ClientOptions): Settings => {
  const { timeoutMs = TIMEOUT_MS, tries = MOST_TRIES } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 10 * 60_000) {
    throw new RangeError('timeoutMs is a whole number of milliseconds, at most ten minutes.');
  }
  if (!Number.isInteger(tries) || tries < 1 || tries > MOST_TRIES) throw new RangeError('tries is 1, 2 or 3.');
  const { transport = postByFetch, pause = pauseFor } = options;
  return { ...options, baseUrl: readBaseAddress(options.baseUrl), timeoutMs, tries, transport, pause };
};

const send = async (settings: Settings, name: OperationName, fields: object): Promise<AnyAnswer> => {
  const { baseUrl, account, timeoutMs, transport } = settings;
  const { path, authentication, request } = operations[name];
  const { dealerCode: DealerCode, username: Username, password: Password } = account;
  const block = { DealerCode, Username, Password, CheckKey: checkKey(account) };
  const body = JSON.stringify({ [authentication]: block, [request]: fields });
  const received = await transport({ address: `${baseUrl}${path}`, body, timeoutMs });
  return 'kind' in received ? received : readAnswer(name, received);
};

/** Sends a call, and again while that is safe and of use. The last answer counts. */
const callUntilAnswered = async (settings: Settings, name: OperationName, fields: object): Promise<AnyAnswer> => {
  const most = mayRepeat(operations[name], fields) ? settings.tries : 1;
  let answer = await send(settings, name, fields);
  for (let tries = 1; tries < most && isWorthRepeating(answer); tries += 1) {
    await settings.pause(pauseMsAfter(tries, Math.random()));
    answer = await send(settings, name, fields);
  }
  return answer;
};

/** A client of one dealer. Throws a RangeError or TypeError for options that cannot be right. */
export const createClient = (options: ClientOptions): Client => {
  const settings = read(options);
  const names = Object.keys(operations) as readonly OperationName[];
  const methods = names.map((name) => [name, (fields: object) => callUntilAnswered(settings, name, fields)] as const);
  // The answers were read by the codes of their operation; what Data holds is the promise of the contract.
  return Object.fromEntries(methods) as unknown as Client;
};
