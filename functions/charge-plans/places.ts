/** A number of places, for work that must not be done too often at once. */
export class Places {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place, or waits for one. */
  async enter(): Promise<void> {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Leaves a place: who has waited longest takes it. */
  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }

  /** Does work in a place. */
  async within<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for work elsewhere: the place is another's meanwhile. Only for work in a place. */
  async without<Value>(elsewhere: () => Promise<Value>): Promise<Value> {
    this.leave();
    try {
      return await elsewhere();
    } finally {
      await this.enter();
    }
  }
}
