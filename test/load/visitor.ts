import { Agent, type RequestOptions, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PageForm, PayerPage } from '../support/payment/payer.ts';
import { readPage } from '../support/payment/payer.ts';
import { WrongAnswer } from './records.ts';

const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 3;
const FORM = 'application/x-www-form-urlencoded';

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
/** A payer's connections are from an address of its own, which is not used twice. */
const payersAgent = new Agent({ keepAlive: false });

export interface PlainAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

/** One request over HTTP, from a loopback address where one is given. */
export const ask = (address: string, options: RequestOptions, body = ''): Promise<PlainAnswer> =>
  new Promise((resolve, reject) => {
    const asking = request(address, { agent, timeout: TIMEOUT_MS, ...options }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((read) => resolve({ status, location: headers.location, body: read }), reject);
    });
    asking.once('timeout', () => asking.destroy(new WrongAnswer('TimedOut', `${address} did not answer.`)));
    asking.once('error', reject);
    asking.end(body);
  });

/** A payer of many: on Linux each has a loopback address of its own, because attempts are counted by address (rule 33). */
export const payerAddress = (number: number): string | undefined =>
  process.platform === 'linux'
    ? `127.${1 + (Math.floor(number / 62_500) % 250)}.${Math.floor(number / 250) % 250}.${2 + (number % 250)}`
    : undefined;

/** A browser of one payer, which follows redirects. */
export const visitorAt = (localAddress: string | undefined) => {
  const from = { agent: payersAgent, ...(localAddress === undefined ? {} : { localAddress }) };
  const headers = { 'accept-language': 'en', 'content-type': FORM };
  const follow = async (address: string, first: PlainAnswer): Promise<PayerPage> => {
    let [at, answer] = [address, first];
    for (let redirects = 0; answer.location !== undefined && redirects < MAX_REDIRECTS; redirects += 1) {
      at = new URL(answer.location, at).href;
      answer = await ask(at, { ...from, headers });
    }
    if (answer.status !== 200)
      throw new WrongAnswer(String(answer.status), `${at} answered ${answer.body.slice(0, 200)}`);
    return readPage({ status: answer.status, address: at, headers: new Headers(), markup: answer.body });
  };
  const post = async (
    { action, fields }: Pick<PageForm, 'action' | 'fields'>,
    typed: Readonly<Record<string, string>> = {},
  ) => {
    const body = new URLSearchParams(fields.map(([name, value]): [string, string] => [name, typed[name] ?? value]));
    for (const [name, value] of Object.entries(typed)) if (!body.has(name)) body.append(name, value);
    return ask(action, { ...from, method: 'POST', headers }, body.toString());
  };
  return {
    open: async (address: string) => follow(address, await ask(address, { ...from, headers })),
    post: async (form: Pick<PageForm, 'action' | 'fields'>, typed?: Readonly<Record<string, string>>) =>
      follow(form.action, await post(form, typed)),
    /** Posts as a page's script does, and answers the text. */
    send: async (address: string, fields: Readonly<Record<string, string>>) =>
      post({ action: address, fields: Object.entries(fields) }),
  };
};

export type Visitor = ReturnType<typeof visitorAt>;
