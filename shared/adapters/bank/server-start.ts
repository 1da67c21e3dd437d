import { GATE_MS } from '../../domain/attempt/timing.ts';
import type { CallTime } from '../../ports/bank-gateway.ts';
import type { GateAnswer, GateFailure, PayerBrowser, ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import type { readGatePage } from './gate-page.ts';
import type { BankHttp, GateOutcome } from './http-client.ts';

interface ServerStart {
  readonly http: Pick<BankHttp, 'postForm'>;
  readonly form: ThreeDForm;
  readonly start: ThreeDStart & { readonly browser: PayerBrowser };
  readonly sandbox: boolean;
}

/** A start on the server that led to no form. */
const failedGate = (why: GateFailure): GateAnswer => ({ kind: 'failed', code: '024', why });

/** Loaded while the gate is working: the HTML parser is large. */
const loadReader = async (): Promise<typeof readGatePage> => {
  try {
    return (await import('./gate-page.ts')).readGatePage;
  } catch {
    // The post is out by now, so a reader that fails to load must not throw: the answer cannot be passed on.
    return () => ({ reason: 'unreadable' });
  }
};

const failureOf = (outcome: Exclude<GateOutcome, { kind: 'answered' }>): GateFailure => {
  if (outcome.kind === 'unread') return { kind: 'unusable', reason: outcome.reason };
  // Here 021 means that the client itself sent nothing; the other codes mean that the gate could not be reached.
  return outcome.kind === 'not-sent' && outcome.code === '021' ? { kind: 'not-sent' } : { kind: 'silent' };
};

/** Posts to gates. A function that starts authentications on the server is given it; the bundles of all others stay without. */
export type PostToGate = (start: ServerStart, time: CallTime) => Promise<GateAnswer>;

/** Posts the signed form with the card to the gate, once, and reads the form that goes on from its answer. */
export const postToGate: PostToGate = async ({ http, form, start, sandbox }, { answerBy }) => {
  const { card, browser, okUrl, failUrl } = start;
  const body = new URLSearchParams(form.fields.map(([name, value]): [string, string] => [name, value])).toString();
  const post = http.postForm({ address: form.action, body, browser, answerBy, timeoutMs: GATE_MS });
  const [outcome, read] = await Promise.all([post, loadReader()]);
  if (outcome.kind !== 'answered') return failedGate(failureOf(outcome));
  const { cookies } = outcome;
  const page = read(outcome, { gate: form.action, ownAddresses: [okUrl, failUrl], cookies, card, sandbox });
  return 'form' in page ? { kind: 'form', ...page } : failedGate({ kind: 'unusable', ...page });
};
