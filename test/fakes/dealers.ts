import type { DealerAccount, Dealers } from '../../shared/ports/dealers.ts';

/** Dealers in memory: counts its loads, fails when told to, and can be held back. */
export class FakeDealers implements Dealers {
  readonly accounts = new Map<string, DealerAccount>();
  loads: string[] = [];
  failure: Error | undefined;
  gate: Promise<void> = Promise.resolve();

  async load(dealerCode: string): Promise<DealerAccount | undefined> {
    this.loads.push(dealerCode);
    // What is read is what was there when the read began.
    const [account, failure] = [this.accounts.get(dealerCode), this.failure];
    await this.gate;
    if (failure !== undefined) throw failure;
    return account;
  }
}
