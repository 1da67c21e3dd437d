import { hostOfBreaker, nameOfGate } from '../domain/breaker/breaker.ts';
import type { BreakerMetrics } from '../observability/log.ts';
import type { GateAnswer } from '../ports/three-d-gate.ts';
import {
  type BreakerView,
  type ChargeBreakerDependencies,
  type ChargedPos,
  type HeardOfBank,
  InstanceBreaker,
} from './charge-breaker.ts';

/** The breakers of gates as they were read for one request. */
export interface GateBreakerView extends Pick<BreakerView, 'release'> {
  /**
   * Whether this service may post a card to the gate now; it may be the probe. Asked before the attempt is written. False:
   * the payer or dealer is refused as by the breaker of charges (008), and no attempt is written. Never rejects. A start that was allowed and
   * then not posted calls `release`.
   */
  allowsServerStart(start: ChargedPos): Promise<boolean>;
}

/**
 * Keeps starts on the server from a gate that does not answer (rule 46). It refuses nothing else: payers whose browser
 * posts the card, charges, captures and refunds go on, and the silence of charges does not open it.
 */
export interface GateBreaker {
  /** Reads the breakers, beside what else a request reads. Throws StoreUnavailable. */
  read(): Promise<GateBreakerView>;
  /** Notes what the gate answered to a start that was allowed, whatever it was. Never rejects. */
  note(start: ChargedPos, answer: GateAnswer): Promise<void>;
}

/** An answer that cannot be passed on is an answer: the gate is there. */
const heardOf = (answer: GateAnswer): HeardOfBank => {
  if (answer.kind === 'form' || answer.why.kind === 'unusable') return 'answered';
  return answer.why.kind === 'silent' ? 'silent' : undefined;
};

/** One for the life of an instance. */
export const gateBreaker = ({ metrics, ...deps }: ChargeBreakerDependencies): GateBreaker => {
  const counted: BreakerMetrics = {
    opened: (name) => metrics.opened(hostOfBreaker({ host: name }).host),
    refused: (name) => metrics.refused(hostOfBreaker({ host: name }).host),
  };
  const breaker = new InstanceBreaker({ ...deps, metrics: counted }, nameOfGate);
  return {
    read: async () => {
      const view = await breaker.read();
      return { allowsServerStart: (start) => view.admits(start), release: () => view.release() };
    },
    note: (start, answer) => breaker.noteHeard(start, heardOf(answer)),
  };
};
