/** A number of places, for work that must not be done too often at once. */
export class Places {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  readonly #back: (() => void)[] = [];
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a place, or waits for one. */
  async enter(): Promise<void> {
    if (!this.#takes()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** Takes a place again: before those who have had none yet. */
  async #enterAgain(): Promise<void> {
    if (!this.#takes()) await new Promise<void>((resolve) => void this.#back.push(resolve));
  }

  #takes(): boolean {
    if (this.#taken >= this.#most) return false;
    this.#taken += 1;
    return true;
  }

  /** Leaves a place: who came back first takes it, or else who has waited longest. */
  leave(): void {
    const next = this.#back.shift() ?? this.#waiting.shift();
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

  /**
   * Waits for work elsewhere: the place is another's meanwhile. Only for work in a place. Who comes back goes first, so that
   * what was begun ends before more is begun.
   */
  async without<Value>(elsewhere: () => Promise<Value>): Promise<Value> {
    this.leave();
    try {
      return await elsewhere();
    } finally {
      await this.#enterAgain();
    }
  }
}
