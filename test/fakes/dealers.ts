import type { DealerAccount, Dealers } from '../../shared/ports/dealers.ts';

/** Dealers in memory. Counts loads, fails on request, and can be made to wait. */
export class FakeDealers implements Dealers {
  readonly accounts = new Map<string, DealerAccount>();
  loads: string[] = [];
  failure: Error | undefined;
  gate: Promise<void> = Promise.resolve();

  async load(dealerCode: string): Promise<DealerAccount | undefined> {
    this.loads.push(dealerCode);
    // A read answers what was stored when it began.
    const [account, failure] = [this.accounts.get(dealerCode), this.failure];
    await this.gate;
    if (failure !== undefined) throw failure;
    return account;
  }
}
