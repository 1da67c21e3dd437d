import type { BankCode } from '../../domain/attempt/bank-codes.ts';
import { declineClassOf } from '../../domain/attempt/decline-classes.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import { currentBankTime } from '../../observability/bank-time.ts';
import type { ChargeEnd, GatewayMetrics } from '../../observability/gateway-metrics.ts';
import type { BankAnswer } from '../../ports/bank-answers.ts';
import type { PosAccount, WholeGateway } from '../../ports/bank-gateway.ts';
import type { Clock } from '../../ports/clock.ts';
import type { GateFailure, UnusableGateAnswer } from '../../ports/three-d-gate.ts';

export interface MeasuredGatewayOptions {
  readonly bank: WholeGateway;
  readonly clock: Clock;
  readonly metrics: GatewayMetrics;
  /** Gateways that have metrics of their own; any other host counts as `other`, so that their number is bounded. */
  readonly hosts: readonly string[];
}

/** What a line may tell of an answer: its kind and code, no reference and no card. */
interface AnswerFacts {
  readonly kind: string;
  readonly code?: string;
  readonly why?: GateFailure;
}

interface Measured {
  readonly account: PosAccount;
  readonly call: string;
  readonly orderId: string;
}

/** How a charge ended. What was not sent was declined with the code of the line to the bank. */
const endOfCharge = (answer: BankAnswer): ChargeEnd => {
  if (answer.kind === 'approved' || answer.kind === 'unknown') return answer.kind;
  return declineClassOf(answer.code);
};

/** A failed authentication is a decline. One that passed is charged next, and a refused callback was no bank's. */
const endOfThreeD = (told: AnswerFacts & { readonly code?: BankCode }): ChargeEnd | undefined =>
  told.kind === 'failed' && told.code !== undefined ? declineClassOf(told.code) : undefined;

/** A gate that led to no form: the bank's side, not the issuer of its code (024), and no other card helps. */
const endOfServerStart = ({ kind }: AnswerFacts): ChargeEnd | undefined => (kind === 'failed' ? 'bank' : undefined);

/** Why an answer of a gate could not be passed on; undefined for any other answer. */
const unusableOf = ({ why }: AnswerFacts): UnusableGateAnswer | undefined =>
  why?.kind === 'unusable' ? why.reason : undefined;

/** Adds a call to the bank time of its invocation, and answers how long it took. */
const timed = async <Answer>(
  { clock, orderId }: { readonly clock: Clock; readonly orderId: string },
  send: () => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly durationMs: number }> => {
  const bankTime = currentBankTime();
  const startedAtMs = clock.now();
  bankTime?.begin(startedAtMs, orderId);
  try {
    const answer = await send();
    return { answer, durationMs: Math.max(0, clock.now() - startedAtMs) };
  } finally {
    bankTime?.end(clock.now());
  }
};

/**
 * The gateway with each call timed, by gateway, and each charge counted by its end. It changes no answer. The time of calls
 * is also taken from the time of the invocation, so that slowness of our own can be told from that of banks.
 */
export const measuredGateway = ({ bank, clock, metrics, hosts }: MeasuredGatewayOptions): WholeGateway => {
  const known = new Set(hosts.map((host) => host.toLowerCase()));
  const hostOf = ({ gateway }: PosAccount): string => {
    const host = URL.canParse(gateway) ? new URL(gateway).host : '';
    return known.has(host) ? host : 'other';
  };

  const measured = async <Answer extends AnswerFacts>(
    { account, call, orderId }: Measured,
    send: () => Promise<Answer>,
    endOf: (answer: Answer) => ChargeEnd | undefined = () => undefined,
  ): Promise<Answer> => {
    const { answer, durationMs } = await timed({ clock, orderId }, send);
    const end = endOf(answer);
    // With most kinds of gateway an authentication begins and ends in this process: only its failure is told.
    const isCall = call !== 'start-3d' && call !== 'callback';
    if (isCall || end !== undefined) {
      const { kind, code } = answer;
      const line = { gateway: hostOf(account), call, orderId, answer: kind };
      const unusable = unusableOf(answer);
      metrics.called({
        ...line,
        ...omitUndefined({ code, end, unusable, durationMs: isCall ? durationMs : undefined }),
      });
    }
    return answer;
  };

  return {
    charge: (account, order, time) =>
      measured(
        { account, call: 'charge', orderId: order.orderId },
        () => bank.charge(account, order, time),
        endOfCharge,
      ),
    start3D: (account, start, time) =>
      measured(
        { account, call: 'start-3d', orderId: start.order.orderId },
        () => bank.start3D(account, start, time),
        endOfThreeD,
      ),
    startOnServer: (account, start, time) =>
      measured(
        { account, call: 'start-on-server', orderId: start.order.orderId },
        () => bank.startOnServer(account, start, time),
        endOfServerStart,
      ),
    verifyCallback: (account, expected, posted, time) =>
      measured(
        { account, call: 'callback', orderId: expected.order.orderId },
        () => bank.verifyCallback(account, expected, posted, time),
        endOfThreeD,
      ),
    provision: (account, order, time) =>
      measured(
        { account, call: 'provision', orderId: order.orderId },
        () => bank.provision(account, order, time),
        endOfCharge,
      ),
    inquire: (account, order, time) =>
      measured({ account, call: 'inquire', orderId: order.orderId }, () => bank.inquire(account, order, time)),
    inquireHistory: (account, order, time) =>
      measured({ account, call: 'history', orderId: order.orderId }, () => bank.inquireHistory(account, order, time)),
    listOrders: (account, period, time) =>
      measured({ account, call: 'list-orders', orderId: '' }, () => bank.listOrders(account, period, time)),
    followUp: (account, order, step, time) =>
      measured({ account, call: step.kind, orderId: order.orderId }, () => bank.followUp(account, order, step, time)),
  };
};
