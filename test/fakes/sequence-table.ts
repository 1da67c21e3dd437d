import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';

interface Step {
  readonly key: string;
  readonly step: number;
}

const unused = () => Promise.reject(new Error('a sequence does nothing of the kind'));

/** A table that can count and nothing else: keeps its steps, fails when told to. */
export class SequenceTable implements Table {
  readonly steps: Step[] = [];
  readonly values = new Map<string, number>();
  failure: Error | undefined;
  running = 0;
  mostRunning = 0;

  readonly get = unused;
  readonly getMany = unused;
  readonly query = unused;
  readonly list = unused;
  readonly due = unused;
  readonly transact = unused;

  async increment({ pk }: { pk: string }, _attribute: string, by: { step: number; start: number }): Promise<number> {
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    this.steps.push({ key: pk, step: by.step });
    await Promise.resolve();
    this.running -= 1;
    if (this.failure !== undefined) throw this.failure;
    const value = (this.values.get(pk) ?? by.start) + by.step;
    this.values.set(pk, value);
    return value;
  }
}
