import type { Clock } from '../../ports/clock.ts';
import { dealersWithWishes } from '../accounts/dealer-wishes.ts';
import { dynamoDealers } from '../dynamodb/dealer/dealers.ts';
import type { Table } from '../dynamodb/engine/table.ts';
import { eventWriter } from '../dynamodb/outbox/event-writer.ts';

export interface TellingOptions {
  readonly store: Table;
  readonly clock: Clock;
  readonly dealerCacheMs: number;
}

/** The dealers of an instance, and the writer of the events that they want: every function that writes payments has it. */
export const tellingRuntime = ({ store, clock, dealerCacheMs: lifeMs }: TellingOptions) => {
  const dealers = dealersWithWishes({ dealers: dynamoDealers(store), clock, lifeMs });
  return { dealers, events: eventWriter(dealers) };
};
