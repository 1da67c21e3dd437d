import { bankCodeMessages } from '../../../shared/domain/attempt/bank-codes.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import { demand } from '../invariants.ts';
import type { LifeOperation, LifeRequest, StepHeard } from './life-calls.ts';

/** One call and its outcome. Its `clientIp` is unique, so it identifies the call's step. */
export interface LifeCall {
  readonly clientIp: string;
  readonly request: LifeRequest;
  /** Undefined for a call that died. */
  heard?: StepHeard;
}

type Answered = Extract<StepHeard, { kind: 'answered' }>;

const KINDS: Readonly<Record<LifeOperation, Step['kind'] | undefined>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  'approve-pool': 'pool-approval',
  'undo-pool': 'pool-undo',
  detail: undefined,
};

const isOwnOf = ({ clientIp }: LifeCall, { asker }: Step): boolean =>
  asker.by === 'dealer' && asker.clientIp === clientIp;

/** The same payment may be named in three ways: only what is asked for makes a request another one. */
const askedIn = ({ of, fields }: LifeRequest): string => {
  const { OtherTrxCode: _code, VirtualPosOrderId: _order, ...asked } = fields;
  return JSON.stringify([of, asked]);
};

const codeIn = ({ RefundCode }: LifeRequest['fields']): string | undefined =>
  typeof RefundCode === 'string' ? RefundCode : undefined;

/** What callers heard in a life, and whether it stays true. */
export class LifePromises {
  /** Answers that stand for ever: a capture or void that was done, by what was asked for. */
  readonly #done = new Map<string, Answered>();
  /** RefundRequestId by RefundCode, with what was asked for. */
  readonly #codes = new Map<string, { readonly id: unknown; readonly asked: string }>();
  /** Every RefundRequestId that was told. */
  readonly #refunds = new Set<unknown>();

  /** Compares what calls heard that ran together with the steps at that time, and with what calls before them heard. */
  hear(calls: readonly LifeCall[], steps: readonly Step[]): void {
    for (const call of calls) {
      this.#fits(call, steps);
      this.#repeats(call);
    }
    for (const { request, heard } of calls) if (heard?.kind === 'answered') this.#keep(request, heard);
    const told = [...this.#refunds].every((id) => steps.some(({ refundRequestId }) => refundRequestId === id));
    demand(told, 'a RefundRequestId was told that no step has');
  }

  /** The answer is what the rows say: a new step is the caller's own, and a refusal leaves none behind. */
  #fits(call: LifeCall, steps: readonly Step[]): void {
    const { request, heard } = call;
    const own = steps.filter((step) => isOwnOf(call, step));
    demand(own.length <= 1, 'one call made two steps');
    demand(
      own.every(({ kind }) => kind === KINDS[request.of]),
      `a ${request.of} made a ${own[0]?.kind}`,
    );
    if (heard?.kind === 'refused') {
      const isUnknown = heard.reason === 'OutcomeUnknown';
      demand(isUnknown || own.length === 0, `${heard.reason} is told of a step that began`);
    }
    if (heard?.kind !== 'answered' || request.of === 'detail') return;
    demand(heard.replayed === (own.length === 0), 'an answer is replayed that is new, or the other way round');
    const ofKind = steps.filter(({ kind }) => kind === KINDS[request.of]);
    this.#isWritten(request, heard, own.length === 0 ? ofKind : own);
  }

  #isWritten({ of, fields }: LifeRequest, { data }: Answered, among: readonly Step[]): void {
    if (of === 'refund') {
      const step = among.find(({ refundRequestId }) => refundRequestId === data.RefundRequestId);
      demand(step !== undefined, 'a RefundRequestId is told that no step has');
      const asked = Number(fields.Amount ?? 0) * 100;
      demand(asked === 0 || Math.round(asked) === step?.amount, `${step?.amount} is refunded, ${asked} was asked for`);
      return;
    }
    if (data.IsSuccessful === true) {
      demand(
        among.some(({ state }) => state === 'done'),
        `a ${of} is told done that no row says`,
      );
    } else {
      demand(
        among.some(({ state }) => state === 'refused'),
        `a ${of} is reported failed that no row says`,
      );
      demand(String(data.ResultCode) in bankCodeMessages, `${String(data.ResultCode)} is no code of a bank`);
    }
  }

  /** What was told done is told again to the same request (rule 40). */
  #repeats({ request, heard }: LifeCall): void {
    if (heard === undefined || heard.kind === 'unexpected') return;
    const asked = askedIn(request);
    const done = this.#done.get(request.of === 'void' ? 'void' : asked);
    if (done !== undefined) {
      const same = heard.kind === 'answered' && heard.replayed && heard.data.IsSuccessful === true;
      demand(same, `a ${request.of} that was done says ${JSON.stringify(heard)}`);
    }
    const known = this.#codes.get(codeIn(request.fields) ?? '');
    if (request.of !== 'refund' || known === undefined) return;
    if (heard.kind === 'refused') demand(known.asked !== asked, `a known RefundCode says ${heard.reason}`);
    else demand(heard.replayed && heard.data.RefundRequestId === known.id, 'a RefundCode names another refund');
  }

  #keep(request: LifeRequest, heard: Answered): void {
    const { of, fields } = request;
    const { IsSuccessful, RefundRequestId } = heard.data;
    const asked = askedIn(request);
    if (of === 'capture' && IsSuccessful === true) this.#done.set(asked, heard);
    if (of === 'void' && IsSuccessful === true) this.#done.set('void', heard);
    if (of !== 'refund') return;
    this.#refunds.add(RefundRequestId);
    const code = codeIn(fields);
    if (code !== undefined && !this.#codes.has(code)) this.#codes.set(code, { id: RefundRequestId, asked });
  }
}
