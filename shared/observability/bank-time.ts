import { AsyncLocalStorage } from 'node:async_hooks';

/** The time that one invocation waits for banks. Calls that run side by side count once. */
class BankTime {
  #running = 0;
  #sinceMs = 0;
  #endedMs = 0;
  #orderId: string | undefined;

  begin(nowMs: number, orderId: string): void {
    if (this.#running === 0) this.#sinceMs = nowMs;
    this.#running += 1;
    this.#orderId = orderId;
  }

  end(nowMs: number): void {
    this.#running -= 1;
    if (this.#running === 0) this.#endedMs += Math.max(0, nowMs - this.#sinceMs);
  }

  /** Milliseconds until now. A call that still runs counts as far as it has come. */
  totalMs(nowMs: number): number {
    return this.#endedMs + (this.#running > 0 ? Math.max(0, nowMs - this.#sinceMs) : 0);
  }

  /** The order of the latest call, if a bank was called. */
  get orderId(): string | undefined {
    return this.#orderId;
  }
}

const invocations = new AsyncLocalStorage<BankTime>();

/** Runs one invocation. Its calls to banks are added up, also where an instance has several invocations at a time. */
export const measuringBankTime = <Value>(work: () => Value): Value => invocations.run(new BankTime(), work);

/** The bank time of the current invocation; undefined outside of `measuringBankTime`. */
export const currentBankTime = (): Pick<BankTime, keyof BankTime> | undefined => invocations.getStore();

/** How long an answer took: of our own, and of the bank for its log line. Nothing is told of no bank. */
export const answerTimeOf = (
  startedAtMs: number,
  nowMs: number,
): {
  readonly ownMs: number;
  readonly fields: { readonly bankMs?: number; readonly orderId?: string };
} => {
  const durationMs = nowMs - startedAtMs;
  const bankTime = currentBankTime();
  if (bankTime?.orderId === undefined) return { ownMs: durationMs, fields: {} };
  const bankMs = bankTime.totalMs(nowMs);
  return { ownMs: Math.max(0, durationMs - bankMs), fields: { bankMs, orderId: bankTime.orderId } };
};
