import { type FaultProxy, type SeenRequest, startFaultProxy } from '../support/store/fault-proxy.ts';
import { total } from './figures.ts';

/** One call as it went over the wire, with its answer. */
export type WireCall = Omit<SeenRequest, 'answered'> & {
  readonly answer: string;
  readonly endedAt: number;
};

/** The answered calls since a proxy was last asked. The embedded bank's ledger in the table is no other bank's. */
export const answeredCalls = (proxy: Pick<FaultProxy, 'take'>): readonly WireCall[] =>
  proxy.take().flatMap(({ answered, ...call }) => {
    if (answered === undefined || call.body.includes('"BANK#')) return [];
    return { ...call, answer: answered.body, endedAt: answered.endedAt };
  });

/** Starts a tap: it stands before a server, and notes what it is asked and what DynamoDB's calls consume. */
export const startTap = async () => {
  const proxy = await startFaultProxy({ countsCapacity: true });
  return {
    ...proxy,
    takeCalls: () => answeredCalls(proxy),
    [Symbol.asyncDispose]: proxy.stop,
  };
};

export type Tap = Awaited<ReturnType<typeof startTap>>;

/**
 * The calls by round trip. A call belongs to the trip after the last one of which a call had ended, so that there are as many
 * trips as calls in the longest chain of calls one after the other. What waits for an answer is never counted with it, however
 * long another read beside them takes on a busy machine.
 */
export const tripsOf = (calls: readonly WireCall[]): readonly (readonly WireCall[])[] => {
  const trips: WireCall[][] = [];
  for (const call of calls.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const before = trips.findLastIndex((trip) => trip.some(({ endedAt }) => endedAt <= call.startedAt));
    const own = trips[before + 1];
    if (own === undefined) trips.push([call]);
    else own.push(call);
  }
  return trips;
};

/** Milliseconds that a server took for the calls since its tap was last asked, which came one after the other. */
export const takenMs = (tap: Tap): number =>
  total(tap.takeCalls().map(({ startedAt, endedAt }) => endedAt - startedAt));

/** The write request units of a call as the engine counts them, by `table` and each index. Empty of a read. */
export const writeUnitsOf = ({ operation, answer }: WireCall): readonly (readonly [place: string, units: number])[] => {
  type Units = { readonly CapacityUnits: number };
  type Consumed = { readonly Table?: Units; readonly GlobalSecondaryIndexes?: Readonly<Record<string, Units>> };
  if (!/^(?:Transact|Put|Update|Delete)/.test(operation)) return [];
  // A list of a transaction, one object of any other write, and absent from a refusal.
  const { ConsumedCapacity = [] } = JSON.parse(answer) as { ConsumedCapacity?: Consumed | readonly Consumed[] };
  const [{ Table: table, GlobalSecondaryIndexes } = {}] = [ConsumedCapacity].flat();
  const places = Object.entries({ table, ...GlobalSecondaryIndexes });
  return places.map(([place, units]) => [place, units?.CapacityUnits ?? 0]);
};

/** The read request units of a call as the engine counts them. None of a write. */
export const readUnitsOf = ({ operation, answer }: WireCall): number => {
  if (!/^(?:Query|GetItem|BatchGetItem)$/.test(operation)) return 0;
  type Consumed = { readonly CapacityUnits?: number };
  const { ConsumedCapacity = [] } = JSON.parse(answer) as { ConsumedCapacity?: Consumed | readonly Consumed[] };
  return total([ConsumedCapacity].flat().map(({ CapacityUnits = 0 }) => CapacityUnits));
};
