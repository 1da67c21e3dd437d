import { type BareEvent, handler as carryOut } from './bare-calls.ts';

/** What several operations would do at the least, so many of them at once. */
interface Chains extends Omit<BareEvent, 'trips'> {
  readonly chains: readonly BareEvent['trips'][];
  readonly atOnce: number;
}

export const handler = async ({ chains, atOnce, bankAddress }: Chains): Promise<void> => {
  const waiting = chains[Symbol.iterator]();
  const serve = async (): Promise<void> => {
    for (const trips of waiting) await carryOut({ trips, bankAddress });
  };
  await Promise.all(Array.from({ length: atOnce }, serve));
};
