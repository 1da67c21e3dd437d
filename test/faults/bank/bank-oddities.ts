import type { Seeded } from '../seeded.ts';
import type { Circumstances } from '../world.ts';
import type { Entry } from './fake-ledger.ts';

const CREDITED_TWICE_PROBABILITY = 0.2;
const CHARGED_DECLINE_PROBABILITY = 0.25;

/**
 * What a bank does that no answer of it tells: it carries a Credit out twice, or charges what it called declined. Drawn
 * beside the run, so that every other seed is as it would be without.
 */
export class BankOddities {
  readonly #circumstances: Circumstances;
  readonly #isOdd: boolean;
  readonly #ofCredits: Seeded;
  readonly #ofDeclines: Seeded;

  constructor(circumstances: Circumstances, isOdd: boolean) {
    this.#circumstances = circumstances;
    this.#isOdd = isOdd;
    this.#ofCredits = circumstances.seeded.aside('credits carried out twice');
    this.#ofDeclines = circumstances.seeded.aside('declines that are charged');
  }

  #happens(what: string, seeded: Seeded, probability: number): boolean {
    if (!this.#isOdd || !seeded.chance(probability)) return false;
    this.#circumstances.met.add(`fault: bank ${what}`);
    return true;
  }

  creditsTwice(): boolean {
    return this.#happens('credits twice', this.#ofCredits, CREDITED_TWICE_PROBABILITY);
  }

  chargesDeclined(): Entry['calledDeclined'] {
    const charges = this.#happens('charges what it declined', this.#ofDeclines, CHARGED_DECLINE_PROBABILITY);
    return charges ? this.#ofDeclines.pick(['plain', 'with-code'] as const) : undefined;
  }
}
