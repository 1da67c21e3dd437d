import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { callDynamoDb, callStreams } from './dynamodb-call.ts';
import { passesFilter } from './event-filter.ts';
import type { LocalStream } from './topology.ts';
import type { InvocationResult } from './workers.ts';

/** As often as Lambda itself asks a stream. */
const POLL_MS = 250;
/** Longest wait for a running target at a stop. After it the worker ends, which is safe at any point. */
const STOP_WAIT_MS = 3000;
const RECORDS_PER_READ = 1000;
/** Nothing more of a table is read while so many records wait for one of its targets. */
const MOST_WAITING = 10_000;

export interface StreamsOptions {
  readonly engineEndpoint: string;
  readonly invoke: (functionName: string, payload: string) => Promise<InvocationResult>;
  /** Hears of all records that were read, whatever the filters pass. */
  readonly read?: ((records: readonly unknown[]) => void) | undefined;
}

const describedTable = z.object({ Table: z.object({ LatestStreamArn: z.string() }) });
const describedStream = z.object({
  StreamDescription: z.object({ Shards: z.array(z.object({ ShardId: z.string() })).default([]) }),
});
const iteratorAnswer = z.object({ ShardIterator: z.string() });
const recordsAnswer = z.object({
  Records: z.array(z.record(z.string(), z.unknown())).default([]),
  NextShardIterator: z.string().nullish(),
});

const streamOf = async (endpoint: string, tableName: string): Promise<string> =>
  describedTable.parse(await callDynamoDb(endpoint, 'DescribeTable', { TableName: tableName })).Table.LatestStreamArn;

const shardsOf = async (endpoint: string, StreamArn: string): Promise<readonly string[]> => {
  const answer = describedStream.parse(await callStreams(endpoint, 'DescribeStream', { StreamArn }));
  return answer.StreamDescription.Shards.map(({ ShardId }) => ShardId);
};

/** A pause between two reads, or two tries, that a stop ends. */
interface Pacing {
  readonly pause: () => Promise<void>;
  readonly isStopped: () => boolean;
}

/** Hands a batch to the target, again after a failure as often as the template says. */
const feed = async (
  records: readonly unknown[],
  source: LocalStream,
  { invoke, pause, isStopped }: StreamsOptions & Pacing,
): Promise<void> => {
  const payload = JSON.stringify({ Records: records });
  for (let tries = 0; tries <= source.retryAttempts; tries += 1) {
    if (!(await invoke(source.functionName, payload)).failed || isStopped()) return;
    await pause();
  }
};

/** The records that wait for one target. A target that fails, or takes long, keeps no other one waiting. */
interface Lane {
  readonly add: (records: readonly unknown[]) => void;
  readonly isFull: () => boolean;
  /** Fulfilled when all records have been handed over. */
  readonly drained: () => Promise<void>;
}

const laneOf = (source: LocalStream, options: StreamsOptions & Pacing): Lane => {
  const waiting: unknown[] = [];
  let working: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      await feed(waiting.splice(0, source.batchSize), source, options).catch((error: unknown) => {
        if (!options.isStopped()) console.error(`${source.functionName} was not told of changes:`, error);
      });
    }
    working = undefined;
  };
  return {
    add: (records) => {
      waiting.push(...records.filter((record) => source.filters.some((one) => passesFilter(one, record))));
      if (waiting.length > 0) working ??= work();
    },
    isFull: () => waiting.length >= MOST_WAITING,
    drained: async () => working,
  };
};

/** Reads every shard once, hands each one's records on, and answers how many there were. */
type Reader = (handOn: (records: readonly unknown[]) => void) => Promise<number>;

const readerOf = async (tableName: string, engineEndpoint: string): Promise<Reader> => {
  const StreamArn = await streamOf(engineEndpoint, tableName);
  const iterators = new Map<string, string>();
  const open = async (ShardId: string, ShardIteratorType: 'LATEST' | 'TRIM_HORIZON'): Promise<void> => {
    const asked = { StreamArn, ShardId, ShardIteratorType };
    const answer = await callStreams(engineEndpoint, 'GetShardIterator', asked);
    iterators.set(ShardId, iteratorAnswer.parse(answer).ShardIterator);
  };
  const known = new Set<string>();
  const openShards = async (from: 'LATEST' | 'TRIM_HORIZON'): Promise<void> => {
    for (const shard of await shardsOf(engineEndpoint, StreamArn)) {
      if (known.has(shard)) continue;
      known.add(shard);
      await open(shard, from);
    }
  };
  await openShards('LATEST');

  return async (handOn) => {
    let read = 0;
    for (const [shard, ShardIterator] of iterators) {
      const asked = { ShardIterator, Limit: RECORDS_PER_READ };
      const answer = recordsAnswer.parse(await callStreams(engineEndpoint, 'GetRecords', asked));
      read += answer.Records.length;
      handOn(answer.Records);
      // A shard ends after some hours: the ones after it are read from their beginning.
      if (typeof answer.NextShardIterator === 'string') iterators.set(shard, answer.NextShardIterator);
      else iterators.delete(shard);
    }
    if (iterators.size === 0) await openShards('TRIM_HORIZON');
    return read;
  };
};

/**
 * Feeds the targets of the tables' streams with the records that pass their filters, as Lambda does. Each table has one
 * reader for all its targets. A failure of the engine ends a reader no more than a failure of a target does. Fulfilled when
 * every reader stands; answers the function that stops them.
 */
export const startStreams = async (
  sources: readonly LocalStream[],
  options: StreamsOptions,
): Promise<() => Promise<void>> => {
  const stop = new AbortController();
  const pause = (): Promise<void> => setTimeout(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  const paced = { ...options, pause, isStopped: () => stop.signal.aborted };
  const follow = async (tableName: string, read: Reader): Promise<void> => {
    const lanes = sources.filter((source) => source.tableName === tableName).map((source) => laneOf(source, paced));
    const handOn = (records: readonly unknown[]): void => {
      options.read?.(records);
      for (const lane of lanes) lane.add(records);
    };
    const step = async (): Promise<number> => (lanes.some((lane) => lane.isFull()) ? 0 : read(handOn));
    while (!stop.signal.aborted) {
      const count = await step().catch((error: unknown) => {
        if (!stop.signal.aborted) console.error(`The stream of ${tableName} was not read:`, error);
        return 0;
      });
      // Where fewer came, the reader is at the end.
      if (count < RECORDS_PER_READ) await pause();
    }
    await Promise.all(lanes.map((lane) => lane.drained()));
  };
  const tables = [...new Set(sources.map(({ tableName }) => tableName))];
  const readers = await Promise.all(
    tables.map(async (table) => ({ table, read: await readerOf(table, options.engineEndpoint) })),
  );
  const following = readers.map(({ table, read }) => follow(table, read));
  return async () => {
    stop.abort();
    await Promise.race([Promise.all(following), setTimeout(STOP_WAIT_MS, undefined, { ref: false })]);
  };
};
