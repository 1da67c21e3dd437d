import { DAY_MS } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { SLOT_LASTS_MS } from '../../../shared/domain/sale/slots.ts';
import type { ChargeBreaker } from '../../../shared/payment-flow/charge-breaker.ts';
import type { DuePlan } from '../../../shared/ports/plan-engine.ts';
import { brakeStage } from '../direct/direct-scene.ts';
import type { World } from '../world.ts';
import type { Pause } from './plan-invariants.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SHORT_DAYS = 30;
/** What keeps a dealer's charges from the bank, beside a pause of the stage. */
const PAUSES = ['dealer paused', 'dealer disabled', 'not permitted', 'no record of the dealer'] as const;

/** What befalls the bank, the service and the dealer of a run, by its seed. */
export class PlanHardships {
  readonly #world: World;
  readonly #dealer: Dealer;
  readonly #pace: number;
  #outUntilMs = 0;
  #pausedUntilMs = 0;
  #pausedSinceMs: number | undefined;
  #stagePaused = false;
  #paused: 'nobody' | (typeof PAUSES)[number] = 'nobody';
  #happenedAtMs: number;
  #lastDue: readonly DuePlan[] = [];

  /** In a longer run the same happens at longer intervals. */
  constructor(world: World, { dealer, days }: { readonly dealer: Dealer; readonly days: number }) {
    this.#world = world;
    this.#dealer = dealer;
    this.#pace = Math.min(1, SHORT_DAYS / days);
    this.#happenedAtMs = world.clock.now();
  }

  /** The dealer whose wishes are told. */
  get wishes(): Dealer {
    return this.#dealer;
  }

  /** What pauses every sale now. */
  get pause(): Pause {
    return { sinceMs: this.#pausedSinceMs };
  }

  /** The dealer as its record is now. */
  readonly dealer = (): Dealer | undefined => {
    const is = (paused: (typeof PAUSES)[number]): boolean => this.#paused === paused;
    if (is('no record of the dealer')) return undefined;
    return {
      ...this.#dealer,
      paused: is('dealer paused'),
      enabled: !is('dealer disabled'),
      recurring: !is('not permitted'),
    };
  };

  /** The breaker is open now and then while the bank is out. */
  readonly breaker: ChargeBreaker = {
    read: async () => ({
      allowsStart: () => true,
      admits: async () => !(this.isOut() && this.#world.seeded.chance(0.5)),
      release: async () => undefined,
    }),
    note: async () => undefined,
  };

  readonly isOut = (): boolean => this.#world.clock.now() < this.#outUntilMs;

  /** How often something happens in a day, told for the time since this was asked last. */
  #happens(timesADay: number, sinceMs: number): boolean {
    const days = (this.#world.clock.now() - sinceMs) / DAY_MS;
    return this.#world.seeded.chance(1 - Math.exp(-timesADay * days));
  }

  /** What happened since it was asked last. */
  async happen(): Promise<void> {
    const { seeded, clock, circumstances, bank } = this.#world;
    const sinceMs = this.#happenedAtMs;
    if (this.#happens(0.07 * this.#pace, sinceMs)) {
      this.#outUntilMs = clock.now() + seeded.below(4 * DAY_MS);
      circumstances.met.add('bank out for days');
    }
    if (clock.now() > this.#pausedUntilMs) {
      await this.#unpause();
      if (this.#happens(0.1 * this.#pace, sinceMs)) await this.#pause();
    }
    if (this.#happens(0.2, sinceMs)) await bank.closeDay();
    this.#happenedAtMs = clock.now();
  }

  async #pause(): Promise<void> {
    const { seeded, clock, circumstances } = this.#world;
    this.#pausedUntilMs = clock.now() + seeded.below(3 * DAY_MS);
    this.#stagePaused = seeded.chance(0.4);
    if (this.#stagePaused) await brakeStage(this.#world, true);
    else this.#paused = seeded.pick(PAUSES);
    if (this.#paused !== 'not permitted') this.#pausedSinceMs = clock.now();
    circumstances.met.add(`fault: ${this.#stagePaused ? 'stage paused' : this.#paused}`);
  }

  /** All is well from now on. */
  async end(): Promise<void> {
    this.#outUntilMs = 0;
    await this.#unpause();
  }

  async #unpause(): Promise<void> {
    if (this.#stagePaused) await brakeStage(this.#world, false);
    this.#stagePaused = false;
    this.#paused = 'nobody';
    this.#pausedSinceMs = undefined;
  }

  /** Batches of plans as workers get them: one may be lost, come twice, or come when it is old. */
  batches(due: readonly DuePlan[]): readonly (readonly DuePlan[])[] {
    const { seeded, circumstances } = this.#world;
    const old = this.#lastDue;
    if (due.length > 0) this.#lastDue = due;
    if (seeded.chance(0.05) && old.length > 0) {
      circumstances.met.add('fault: batch late');
      return [old, due];
    }
    if (due.length === 0) return [];
    if (seeded.chance(0.05)) {
      circumstances.met.add('fault: batch lost');
      return [due.filter(() => seeded.chance(0.5))];
    }
    if (!seeded.chance(0.35)) return [due];
    circumstances.met.add('fault: two workers at once');
    return seeded.chance(0.3) ? [[...due, ...due], due] : [due, due];
  }

  /** Now and then nothing runs for hours, as in an outage of the service, or until a slot is nearly over. */
  lateness(): number {
    const { seeded, circumstances } = this.#world;
    const kind = seeded.next();
    if (kind < 0.01) {
      circumstances.met.add('fault: service out for days');
      return seeded.below(4 * DAY_MS);
    }
    if (kind < 0.05) return seeded.below(8 * HOUR_MS);
    return kind < 0.14 ? SLOT_LASTS_MS - seeded.below(2000) - 1000 : seeded.below(MINUTE_MS);
  }
}
