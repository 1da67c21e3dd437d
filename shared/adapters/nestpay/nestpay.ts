import { CHARGE_MS } from '../../domain/attempt/timing.ts';
import { type GatewayRules, readGateway } from '../../domain/virtual-pos/gateway-address.ts';
import { saysMalformedRequest } from '../../nestpay/codes.ts';
import { isTestCard } from '../../nestpay/test-card-numbers.ts';
import type { BankAnswer } from '../../ports/bank-answers.ts';
import { BankCallNotAllowed, type BankGateway, type CallTime } from '../../ports/bank-gateway.ts';
import type { PaymentCard, PosOrder } from '../../ports/bank-order.ts';
import type { GateAnswer, ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import { CallsInFlight } from '../bank/calls-in-flight.ts';
import type { NestPayAccount } from './account.ts';
import { verifyCallback } from './callback.ts';
import { type AskedFor, classifyAnswer } from './classify.ts';
import { classifyHistory } from './classify-history.ts';
import { classifyInquiry } from './classify-inquiry.ts';
import { decodeAnswer } from './decode-answer.ts';
import { type BankHttpOptions, bankHttp, type HttpOutcome } from './http-client.ts';
import { chargeRequest, followUpRequest, historyRequest, inquiryRequest, provisionRequest } from './request-xml.ts';
import type { NestPayAnswer, readAnswer } from './response-xml.ts';
import type { PostToGate } from './server-start.ts';
import { threeDForm } from './three-d-form.ts';

const CONNECT_TIMEOUT_MS = 5000;
/**
 * Protects one instance: its sockets, and a bank from a run of the sweeper. It is no limit over all instances; in Lambda
 * an instance serves one call at a time. That limit is the functions' reserved concurrency (rule 23).
 */
const MAX_IN_FLIGHT = 50;

export interface NestPayOptions extends Pick<BankHttpOptions, 'clock' | 'timer' | 'extraAuthority'>, GatewayRules {
  readonly connectTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  /**
   * Called with the ERRORCODE of an answer that calls our request malformed: a defect of ours, whatever was requested.
   */
  readonly reportDefect?: (errorCode: string) => void;
  /** Absent in functions that start nothing on the server. */
  readonly postToGate?: PostToGate | undefined;
  /** Most calls at once, per instance and virtual POS (rule 23). */
  readonly maxInFlightPerPos?: number;
}

/** The port, with a way to close its connections. */
export interface NestPay extends BankGateway<NestPayAccount> {
  close(): void;
}

type Asked =
  | { readonly kind: 'answer'; readonly answer: NestPayAnswer }
  | Extract<BankAnswer, { kind: 'not-sent' }>
  | Exclude<HttpOutcome, { kind: 'answered' }>;

/**
 * Loaded while the bank is working: the XML parser is a large part of a bundle, and no start of a function needs it.
 */
const loadReader = async (): Promise<typeof readAnswer> => {
  try {
    return (await import('./response-xml.ts')).readAnswer;
  } catch {
    // The request is out by now, so a reader that fails to load must not throw: the answer becomes unknown.
    return () => undefined;
  }
};

const asAnswer = (outcome: HttpOutcome, read: typeof readAnswer): Asked => {
  if (outcome.kind !== 'answered') return outcome;
  const text = decodeAnswer(outcome);
  const answer = text === undefined ? undefined : read(text);
  return answer === undefined ? { kind: 'unknown', cause: 'unreadable' } : { kind: 'answer', answer };
};

const move = async (asking: Promise<Asked>, order: PosOrder, askedFor: AskedFor): Promise<BankAnswer> => {
  const asked = await asking;
  return asked.kind === 'answer' ? classifyAnswer(asked.answer, order, askedFor) : asked;
};

/** An inquiry without an answer adds nothing to what is known of the order. */
const unanswered = (asked: Exclude<Asked, { kind: 'answer' }>) =>
  ({ kind: 'unknown', cause: asked.kind === 'not-sent' ? 'not-asked' : asked.cause }) as const;

/**
 * The gateway of banks that speak NestPay. Every call carries its account. Nothing of a gateway is kept but idle
 * connections, so the settings of one bank are never used for another.
 */
export const nestPay = (options: NestPayOptions): NestPay => {
  const http = bankHttp({ connectTimeoutMs: CONNECT_TIMEOUT_MS, callTimeoutMs: CHARGE_MS, ...options });
  const inFlight = new CallsInFlight(options.maxInFlightPerPos ?? MAX_IN_FLIGHT);
  const gateNotPosted: GateAnswer = { kind: 'failed', code: '024', why: { kind: 'not-sent' } };
  const notSent: Asked = { kind: 'not-sent', code: '008', refusedHere: true };

  const ask = async (account: NestPayAccount, body: string, { answerBy }: CallTime): Promise<Asked> => {
    const gateway = readGateway(account.gateway, options);
    if ('problem' in gateway) return notSent;
    const address = `${gateway.address}/fim/api`;
    const call = async (): Promise<Asked> => {
      const [outcome, reader] = await Promise.all([http.post({ address, body, answerBy }), loadReader()]);
      const asked = asAnswer(outcome, reader);
      const errorCode = asked.kind === 'answer' ? asked.answer.extra.ERRORCODE : undefined;
      if (errorCode !== undefined && saysMalformedRequest(errorCode)) options.reportDefect?.(errorCode);
      return asked;
    };
    return (await inFlight.run(`${account.gateway} ${account.clientId}`, call)) ?? notSent;
  };

  const refuseOtherCards = ({ number }: PaymentCard): void => {
    if (options.sandbox && !isTestCard(number)) throw new BankCallNotAllowed('a sandbox takes test cards only');
  };

  const formOf = (account: NestPayAccount, start: ThreeDStart): ThreeDForm => {
    refuseOtherCards(start.card);
    const gateway = readGateway(account.gateway, options);
    if ('problem' in gateway) throw new BankCallNotAllowed(`gateway: ${gateway.problem}`);
    return threeDForm(account, gateway.address, start);
  };

  return {
    charge: (account, order, time) => {
      refuseOtherCards(order.card);
      return move(ask(account, chargeRequest(account, order), time), order, 'charge');
    },
    start3D: (account, start) => Promise.resolve({ kind: 'form', form: formOf(account, start) }),
    startOnServer: (account, start, time) => {
      const { sandbox, postToGate } = options;
      if (!account.serverStart) throw new BankCallNotAllowed('this virtual POS starts no authentication from here');
      if (postToGate === undefined) throw new BankCallNotAllowed('this function posts to no gate');
      const form = formOf(account, start);
      const post = () => postToGate({ http, form, start, sandbox }, time);
      // A name of its own: gates that hang must not take the calls of charges.
      return inFlight.run(`${form.action} ${account.clientId}`, post) ?? Promise.resolve(gateNotPosted);
    },
    verifyCallback: (account, expected, posted) => Promise.resolve(verifyCallback(account, expected, posted)),
    provision: (account, order, time) =>
      move(ask(account, provisionRequest(account, order), time), order, 'charge-after-3d'),
    inquire: async (account, order, time) => {
      const asked = await ask(account, inquiryRequest(account, order), time);
      return asked.kind === 'answer' ? classifyInquiry(asked.answer, order) : unanswered(asked);
    },
    inquireHistory: async (account, order, time) => {
      const asked = await ask(account, historyRequest(account, order), time);
      return asked.kind === 'answer' ? classifyHistory(asked.answer, order) : unanswered(asked);
    },
    followUp: (account, order, step, time) =>
      move(ask(account, followUpRequest(account, order, step), time), order, 'follow-up'),
    close: () => http.close(),
  };
};
