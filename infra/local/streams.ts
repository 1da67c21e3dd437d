import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { callDynamoDb, callStreams } from './dynamodb-call.ts';
import { passesFilter } from './event-filter.ts';
import type { LocalStream } from './topology.ts';
import type { InvocationResult } from './workers.ts';

/** Lambda itself asks a stream four times a second. */
const POLL_MS = 200;
/** Longest wait for a running target at a stop. After it the worker ends, which is safe at any point. */
const STOP_WAIT_MS = 3000;
const RECORDS_PER_READ = 1000;

export interface StreamsOptions {
  readonly engineEndpoint: string;
  readonly invoke: (functionName: string, payload: string) => Promise<InvocationResult>;
  /** Hears of all records that were read, whatever the filters pass. Two readers of one table tell of each twice. */
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

/** Hands batches to the target, each again after a failure as often as the template says. */
const feed = async (
  records: readonly unknown[],
  source: LocalStream,
  { invoke, pause, isStopped }: StreamsOptions & Pacing,
): Promise<void> => {
  for (let first = 0; first < records.length; first += source.batchSize) {
    const payload = JSON.stringify({ Records: records.slice(first, first + source.batchSize) });
    for (let tries = 0; tries <= source.retryAttempts; tries += 1) {
      if (!(await invoke(source.functionName, payload)).failed || isStopped()) break;
      await pause();
    }
  }
};

/** One reader of a table's stream. `step` reads every shard once and answers how many records there were. */
const readerOf = async (source: LocalStream, options: StreamsOptions & Pacing) => {
  const { engineEndpoint } = options;
  const StreamArn = await streamOf(engineEndpoint, source.tableName);
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

  return async (): Promise<number> => {
    let read = 0;
    for (const [shard, ShardIterator] of iterators) {
      const asked = { ShardIterator, Limit: RECORDS_PER_READ };
      const answer = recordsAnswer.parse(await callStreams(engineEndpoint, 'GetRecords', asked));
      read += answer.Records.length;
      options.read?.(answer.Records);
      const passed = answer.Records.filter((record) => source.filters.some((one) => passesFilter(one, record)));
      await feed(passed, source, options);
      // A shard ends after some hours: the ones after it are read from their beginning.
      if (typeof answer.NextShardIterator === 'string') iterators.set(shard, answer.NextShardIterator);
      else iterators.delete(shard);
    }
    if (iterators.size === 0) await openShards('TRIM_HORIZON');
    return read;
  };
};

/**
 * Feeds the targets of the tables' streams with the records that pass their filters, as Lambda does. A failure of the engine
 * ends a reader no more than a failure of the target does. Fulfilled when every reader stands; answers the function that
 * stops them.
 */
export const startStreams = async (
  sources: readonly LocalStream[],
  options: StreamsOptions,
): Promise<() => Promise<void>> => {
  const stop = new AbortController();
  const pause = (): Promise<void> => setTimeout(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  const paced = { ...options, pause, isStopped: () => stop.signal.aborted };
  const follow = async (source: LocalStream, step: () => Promise<number>): Promise<void> => {
    while (!stop.signal.aborted) {
      const read = await step().catch((error: unknown) => {
        if (!stop.signal.aborted) console.error(`The stream of ${source.tableName} was not read:`, error);
        return 0;
      });
      if (read === 0) await pause();
    }
  };
  const readers = await Promise.all(sources.map((source) => readerOf(source, paced)));
  const following = sources.map((source, index) => follow(source, readers[index] ?? (async () => 0)));
  return async () => {
    stop.abort();
    await Promise.race([Promise.all(following), setTimeout(STOP_WAIT_MS, undefined, { ref: false })]);
  };
};
