import { CHARGE_MS } from '../../domain/attempt/timing.ts';
import { type GatewayRules, readGateway } from '../../domain/virtual-pos/gateway-address.ts';
import { isTestCard } from '../../nestpay/test-card-numbers.ts';
import type { BankAnswer } from '../../ports/bank-answers.ts';
import { type AccountOfAnyKind, BankCallNotAllowed, type CallTime } from '../../ports/bank-gateway.ts';
import type { PaymentCard } from '../../ports/bank-order.ts';
import type { GateAnswer, PayerBrowser, ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { decodeAnswer } from './decode-answer.ts';
import { type BankHttpOptions, bankHttp, type HttpOutcome, type XmlCharset } from './http-client.ts';
import type { PostToGate } from './server-start.ts';

const CONNECT_TIMEOUT_MS = 5000;
/**
 * Protects one instance: its sockets, and a bank from a run of the sweeper. It is no limit over all instances; in Lambda
 * an instance serves one call at a time. That limit is the functions' reserved concurrency (rule 23).
 */
const MAX_IN_FLIGHT = 50;

/** What the adapters of all kinds of gateway are made with. */
export interface GatewayOptions extends Pick<BankHttpOptions, 'clock' | 'timer' | 'extraAuthority'>, GatewayRules {
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /**
   * Called with the bank's own code of an answer that calls our request or our account wrong: a defect of ours or of
   * the virtual POS, whatever was requested.
   */
  readonly reportDefect?: (errorCode: string) => void;
  /** Absent in functions that start nothing on the server. */
  readonly postToGate?: PostToGate | undefined;
  /** Most calls at once, per instance and virtual POS (rule 23). */
  readonly maxInFlightPerPos?: number;
}

/** What is asked of a gateway: a document, sent to one of its paths. */
export interface GatewayQuestion {
  /** Begins with a slash. */
  readonly path: string;
  readonly body: string;
  /** Longest answer that is read, in bytes, where it may be longer than that to any other question. */
  readonly mostBytes?: number;
}

/** How an adapter reads its bank's answers. */
export interface GatewayDialect<Account, Answer> {
  /** The encoding that requests name; their bytes are ASCII. */
  readonly charset: XmlCharset;
  /** The bank's name for the merchant of an account: it keeps the calls of one apart from those of others. */
  readonly merchantOf: (account: Account) => string;
  /**
   * Loads the reader while the bank is working: the XML parser is a large part of a bundle, and no start of a function
   * needs it. The reader answers undefined for what cannot be read.
   */
  readonly loadReader: () => Promise<(document: string) => Answer | undefined>;
  /** The bank's code of an answer that shows a defect (`reportDefect`). */
  readonly defectIn: (answer: Answer) => string | undefined;
}

type NotSent = Extract<BankAnswer, { kind: 'not-sent' }>;

/** What came of a question. */
export type Asked<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  | NotSent
  | Exclude<HttpOutcome, { kind: 'answered' }>;

/** An inquiry without an answer adds nothing to what is known of the order. */
export const unanswered = (asked: Exclude<Asked<never>, { kind: 'answer' }>) =>
  ({ kind: 'unknown', cause: asked.kind === 'not-sent' ? 'not-asked' : asked.cause }) as const;

/** Nothing was sent, because it could not be sent as it was asked for. */
export const NOT_SENT: NotSent = { kind: 'not-sent', code: '008', refusedHere: true };
/** The gate was not posted. */
export const GATE_NOT_POSTED: GateAnswer = { kind: 'failed', code: '024', why: { kind: 'not-sent' } };

/** Calls that all kinds of gateway have in common. */
export interface GatewayClient<Account extends AccountOfAnyKind, Answer> {
  /** Sends one question, once. Never rejects. */
  ask(account: Account, question: GatewayQuestion, time: CallTime): Promise<Asked<Answer>>;
  /** The checked address of an account's gateway. Throws BankCallNotAllowed where the stage does not allow it. */
  addressOf(account: Account): string;
  /** Throws BankCallNotAllowed in a sandbox stage for a card that is not a test card. */
  refuseOtherCards(card: Pick<PaymentCard, 'number'>): void;
  /** Posts a form of the account to its gate (`startOnServer`). Throws BankCallNotAllowed where that is not possible. */
  postForm(
    account: Account,
    start: ThreeDStart & { readonly browser: PayerBrowser },
    { formOf, time }: { readonly formOf: () => ThreeDForm; readonly time: CallTime },
  ): Promise<GateAnswer>;
  close(): void;
}

/**
 * The client that the adapters of gateways share. Every call carries its account. Nothing of a gateway is kept but idle
 * connections, so the settings of one bank are never used for another.
 */
export const gatewayClient = <Account extends AccountOfAnyKind, Answer>(
  options: GatewayOptions,
  dialect: GatewayDialect<Account, Answer>,
): GatewayClient<Account, Answer> => {
  const http = bankHttp({ connectTimeoutMs: CONNECT_TIMEOUT_MS, callTimeoutMs: CHARGE_MS, ...options });
  const inFlight = new CallsInFlight(options.maxInFlightPerPos ?? MAX_IN_FLIGHT);

  const loadReader = async () => {
    try {
      return await dialect.loadReader();
    } catch {
      // The request is out by now, so a reader that fails to load must not throw: the answer becomes unknown.
      return () => undefined;
    }
  };

  const asAnswer = (outcome: HttpOutcome, read: (document: string) => Answer | undefined): Asked<Answer> => {
    if (outcome.kind !== 'answered') return outcome;
    const text = decodeAnswer(outcome);
    const answer = text === undefined ? undefined : read(text);
    return answer === undefined ? { kind: 'unknown', cause: 'unreadable' } : { kind: 'answer', answer };
  };

  return {
    ask: async (account, { path, body, mostBytes }, { answerBy }) => {
      const gateway = readGateway(account.gateway, options);
      if ('problem' in gateway) return NOT_SENT;
      const address = `${gateway.address}${path}`;
      const call = async (): Promise<Asked<Answer>> => {
        const post = http.post({ address, body, answerBy, charset: dialect.charset, mostBytes });
        const [outcome, reader] = await Promise.all([post, loadReader()]);
        const asked = asAnswer(outcome, reader);
        const defect = asked.kind === 'answer' ? dialect.defectIn(asked.answer) : undefined;
        if (defect !== undefined) options.reportDefect?.(defect);
        return asked;
      };
      return (await inFlight.run(`${account.gateway} ${dialect.merchantOf(account)}`, call)) ?? NOT_SENT;
    },
    addressOf: (account) => {
      const gateway = readGateway(account.gateway, options);
      if ('problem' in gateway) throw new BankCallNotAllowed(`gateway: ${gateway.problem}`);
      return gateway.address;
    },
    refuseOtherCards: ({ number }) => {
      if (options.sandbox && !isTestCard(number)) throw new BankCallNotAllowed('a sandbox takes test cards only');
    },
    postForm: (account, start, { formOf, time }) => {
      const { sandbox, postToGate } = options;
      if (!account.serverStart) throw new BankCallNotAllowed('this virtual POS starts no authentication from here');
      if (postToGate === undefined) throw new BankCallNotAllowed('this function posts to no gate');
      const form = formOf();
      const post = () => postToGate({ http, form, start, sandbox }, time);
      // A name of its own: gates that hang must not take the calls of charges.
      const running = inFlight.run(`${form.action} ${dialect.merchantOf(account)}`, post);
      return running ?? Promise.resolve(GATE_NOT_POSTED);
    },
    close: () => http.close(),
  };
};
