import {
  type Breaker,
  type BreakerName,
  breakerConcluded,
  breakerOpened,
  breakerProbed,
  breakerReleased,
  breakersToOpen,
  isSameBreaker,
  type PosAtGateway,
  verdictOf,
} from '../domain/breaker/breaker.ts';
import { counted, type UnwrittenCounts } from '../domain/breaker/breaker-counts.ts';
import { hostOfGateway } from '../domain/virtual-pos/gateway-address.ts';
import { type BreakerMetrics, errorNameOf, type Log } from '../observability/log.ts';
import type { BankAnswer } from '../ports/bank-answers.ts';
import type { Breakers } from '../ports/breakers.ts';
import type { Clock } from '../ports/clock.ts';

/** A charge by its dealer and virtual POS: an attempt, or what will be one. */
export interface ChargedPos {
  readonly dealerCode: string;
  readonly pos: { readonly posId: string; readonly gateway: string };
}

/** The breakers as they were read for one request. */
export interface BreakerView {
  /** Whether an authentication may begin whose charge follows later. It takes no lease. */
  allowsStart(charge: ChargedPos): boolean;
  /** Whether the charge may be sent now; it may be the probe. False: answer 008. Never rejects. */
  admits(charge: ChargedPos): Promise<boolean>;
  /**
   * Gives back the leases of an admitted charge that was not sent, so that the next charge may probe. Does nothing after
   * a charge whose answer was noted. Never rejects: a lease that is not given back ends by itself.
   */
  release(): Promise<void>;
}

/** Keeps charges from a bank that does not answer (rule 46). */
export interface ChargeBreaker {
  /** Reads the breakers, beside what else a request reads. Throws StoreUnavailable. */
  read(): Promise<BreakerView>;
  /** Notes how the bank answered a charge. Never rejects: what cannot be written delays a breaker and harms nothing. */
  note(charge: ChargedPos, answer: BankAnswer): Promise<void>;
}

export interface ChargeBreakerDependencies {
  readonly breakers: Breakers;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: BreakerMetrics;
}

/** What the bank's side told of a call; undefined where it was not called. */
export type HeardOfBank = 'answered' | 'silent' | undefined;

/** What a charge tells of its bank; undefined where the bank was not called. */
const heardOf = (answer: BankAnswer): HeardOfBank => {
  if (answer.kind === 'not-sent') {
    return answer.refusedHere === true || answer.code === '021' ? undefined : 'silent';
  }
  if (answer.kind !== 'unknown') return 'answered';
  return answer.cause === 'time-out' || answer.cause === 'connection-lost' ? 'silent' : 'answered';
};

/** One for the life of an instance. */
export class InstanceBreaker implements ChargeBreaker {
  readonly #deps: ChargeBreakerDependencies;
  /** What was counted and not written, by gateway: no more gateways than the stage allows. */
  readonly #unwritten = new Map<string, UnwrittenCounts>();
  /** Leases that charges of this instance hold as probes. */
  readonly #probes: Breaker[] = [];

  readonly #nameOf: (host: string) => string;

  /** `nameOf`: what the breakers of a host are named; those of charges just like it. */
  constructor(deps: ChargeBreakerDependencies, nameOf: (host: string) => string = (host) => host) {
    this.#deps = deps;
    this.#nameOf = nameOf;
  }

  #namedPos({ dealerCode, pos: { posId, gateway } }: ChargedPos): PosAtGateway {
    return { dealerCode, posId, host: this.#nameOf(hostOfGateway(gateway)) };
  }

  async read(): Promise<BreakerView> {
    const breakers = await this.#deps.breakers.all();
    const taken: Breaker[] = [];
    return {
      allowsStart: (charge) => {
        const pos = this.#namedPos(charge);
        const { kind } = verdictOf(breakers, pos, this.#deps.clock.now());
        return kind !== 'open' || this.#refused(pos);
      },
      admits: async (charge) => {
        const pos = this.#namedPos(charge);
        const verdict = verdictOf(breakers, pos, this.#deps.clock.now());
        if (verdict.kind === 'closed') return true;
        const mayGo = verdict.kind === 'half-open' && (await this.#mayProbe(pos, verdict.breakers, taken));
        return mayGo || this.#refused(pos);
      },
      release: () => this.#release(taken),
    };
  }

  #refused({ host }: PosAtGateway): false {
    this.#deps.metrics.refused(host);
    return false;
  }

  /** As the probe, or because another call's probe has closed the breakers since they were read. */
  async #mayProbe(pos: PosAtGateway, halfOpen: readonly Breaker[], taken: Breaker[]): Promise<boolean> {
    try {
      if (await this.#takesLeases(halfOpen, taken)) return true;
      return verdictOf(await this.#deps.breakers.all(), pos, this.#deps.clock.now()).kind === 'closed';
    } catch (error) {
      // Many instances may want the same lease at once: who does not get it is refused, as by any other call.
      this.#deps.log.warn('breaker not written', { errorName: errorNameOf(error) });
      await this.#release(taken);
      return false;
    }
  }

  async #takesLeases(halfOpen: readonly Breaker[], taken: Breaker[]): Promise<boolean> {
    for (const one of halfOpen) {
      const leased = breakerProbed(one, this.#deps.clock.now());
      if (!(await this.#deps.breakers.write(leased))) {
        await this.#release(taken);
        return false;
      }
      // A lease of this instance that ended unheard would else be concluded in place of this one.
      this.#endProbe(leased);
      this.#probes.push(leased);
      taken.push(leased);
    }
    return true;
  }

  /** The instance's lease of a breaker, which it no longer holds then. */
  #endProbe(name: BreakerName): Breaker | undefined {
    const index = this.#probes.findIndex((one) => isSameBreaker(one, name));
    return index === -1 ? undefined : this.#probes.splice(index, 1)[0];
  }

  async #release(taken: readonly Breaker[]): Promise<void> {
    try {
      for (const leased of taken.filter((one) => this.#probes.includes(one))) {
        this.#endProbe(leased);
        await this.#deps.breakers.write(breakerReleased(leased, this.#deps.clock.now()));
      }
    } catch (error) {
      this.#deps.log.warn('breaker not written', { errorName: errorNameOf(error) });
    }
  }

  note(charge: ChargedPos, answer: BankAnswer): Promise<void> {
    return this.noteHeard(charge, heardOf(answer));
  }

  /** Notes what was heard of a call of any kind. Never rejects. */
  async noteHeard(charge: ChargedPos, heard: HeardOfBank): Promise<void> {
    if (heard === undefined) return;
    try {
      await this.#conclude(charge, heard);
      await this.#count(charge, heard);
    } catch (error) {
      this.#deps.log.warn('breaker not written', { errorName: errorNameOf(error) });
    }
  }

  /** Ends the probes that this charge was. */
  async #conclude(charge: ChargedPos, heard: 'answered' | 'silent'): Promise<void> {
    const { host, ...pos } = this.#namedPos(charge);
    const names: readonly BreakerName[] = [{ host }, { host, pos }];
    for (const name of names) {
      const leased = this.#endProbe(name);
      if (leased === undefined) continue;
      const isWritten = await this.#deps.breakers.write(breakerConcluded(leased, heard, this.#deps.clock.now()));
      if (isWritten && heard === 'answered') this.#tell('breaker closed', leased);
    }
  }

  async #count(charge: ChargedPos, heard: 'answered' | 'silent'): Promise<void> {
    const { host, ...pos } = this.#namedPos(charge);
    const nowMs = this.#deps.clock.now();
    const { unwritten, toWrite } = counted(this.#unwritten.get(host), { ...pos, heard }, nowMs);
    this.#unwritten.set(host, unwritten);
    if (toWrite.length === 0) return;
    const ofAll = await this.#deps.breakers.count(host, toWrite, nowMs);
    for (const name of breakersToOpen(host, ofAll)) await this.#open(name, nowMs);
  }

  async #open(name: BreakerName, nowMs: number): Promise<void> {
    const before = (await this.#deps.breakers.all()).find((one) => isSameBreaker(one, name));
    const now = breakerOpened(name, before, nowMs);
    if (now === undefined || !(await this.#deps.breakers.write(now))) return;
    this.#tell('breaker opened', now);
    if (name.pos === undefined) this.#deps.metrics.opened(name.host);
  }

  #tell(event: 'breaker opened' | 'breaker closed', { host, pos }: BreakerName): void {
    this.#deps.log.warn(event, { gateway: host, ...(pos === undefined ? {} : { dealerCode: pos.dealerCode }) });
  }
}
