/** Keeps charges to one gateway below a number at once, within an instance. The others wait for their turn. */
export class GatewayPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a charge to a gateway's host in one of its places. */
  async within<Value>(host: string, charge: () => Promise<Value>): Promise<Value> {
    await this.#enter(host);
    try {
      return await charge();
    } finally {
      this.#leave(host);
    }
  }

  async #enter(host: string): Promise<void> {
    const taken = this.#taken.get(host) ?? 0;
    if (taken < this.#most) {
      this.#taken.set(host, taken + 1);
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.set(host, [...(this.#waiting.get(host) ?? []), resolve]));
  }

  /** Who waits longest takes the place that is left. */
  #leave(host: string): void {
    const [next, ...others] = this.#waiting.get(host) ?? [];
    this.#waiting.set(host, others);
    if (next === undefined) this.#taken.set(host, (this.#taken.get(host) ?? 1) - 1);
    else next();
  }
}
