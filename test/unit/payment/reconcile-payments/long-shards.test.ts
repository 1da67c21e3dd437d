import { describe, expect, test } from 'vitest';
import { gatewayTag } from '../../../../shared/adapters/dynamodb/index-keys.ts';
import type { SweepTurn } from '../../../../shared/domain/attempt/sweep-turn.ts';
import { attemptOfReference } from '../../../../shared/domain/payment/payment-name.ts';
import type { DueRow } from '../../../../shared/ports/attempts.ts';
import { HANGS } from '../../../faults/outage/outage-gateways.ts';
import { MINUTE_MS, RUN_MS, twoBanks, WELL } from './two-banks-scene.ts';

describe('The sweeper and a shard of tens of thousands of rows', () => {
  test('36,000 rows of the hanging bank before ten of the other in the same shard do not hide them', async () => {
    const hidden: DueRow[] = [];
    const { clock, put, run, states, untilOnlyBanksAreAwaited, timeOut, attempts } = await twoBanks(() => ({
      shards: 1,
      due: async (_shard, { limit, after }) => {
        const start = after === undefined ? 0 : Number(after) + 1;
        return hidden.slice(start, start + limit);
      },
    }));
    const [hanging] = await put(HANGS, 1);
    const well = await put(WELL, 10);
    const row = (reference: string, gateway: string): DueRow => ({
      ...(attemptOfReference(reference) ?? { payment: '', number: 0 }),
      kind: 'attempt',
      gatewayTag: gatewayTag(gateway),
      position: String(hidden.length),
    });
    for (let count = 0; count < 36_000; count += 1) hidden.push(row(hanging?.reference ?? '', HANGS));
    for (const { reference } of well) hidden.push(row(reference, WELL));
    clock.advance(3 * MINUTE_MS);
    const running = run();
    await untilOnlyBanksAreAwaited();
    expect(new Set(await states(well))).toEqual(new Set(['declined']));
    await timeOut();
    await running;
    expect((await attempts.find(hanging?.reference ?? ''))?.postponed).toBe(1);
  });

  test('a shard that is longer than a run may read is read on by the next run, and then from its front again', async () => {
    const starts: (string | undefined)[] = [];
    let read = 0;
    const { run } = await twoBanks(() => ({
      shards: 1,
      due: async (_shard, { limit, after }) => {
        if (read % 160 === 0) starts.push(after);
        const first = after === undefined ? 0 : Number(after) + 1;
        read += 1;
        const left = 50_000 - first;
        return Array.from({ length: Math.min(limit, left) }, (_, index) => ({
          kind: 'attempt' as const,
          payment: 'none',
          number: 1,
          position: String(first + index),
          gatewayTag: gatewayTag(WELL),
        }));
      },
    }));
    expect(await run()).toMatchObject({ finished: false });
    read = 0;
    expect(await run()).toMatchObject({ finished: false });
    read = 0;
    await run();
    expect(starts).toEqual([undefined, '39999', undefined]);
  });

  /** A shard of 50,000 rows of payments that are gone, and a run that has room for one minute of two rows a second. */
  const longShard = async () => {
    const starts: (string | undefined)[] = [];
    const { run, clock } = await twoBanks(
      () => ({
        shards: 1,
        due: async (_shard, { limit, after }) => {
          starts.push(after);
          const first = after === undefined ? 0 : Number(after) + 1;
          return Array.from({ length: Math.min(limit, 50_000 - first) }, (_, index) => ({
            kind: 'attempt' as const,
            payment: 'none',
            number: 1,
            position: String(first + index),
            gatewayTag: gatewayTag(WELL),
          }));
        },
      }),
      { inquiriesPerSecond: 2 },
    );
    const read = async (turn?: SweepTurn): Promise<readonly (string | undefined)[]> => {
      starts.length = 0;
      expect(await run(RUN_MS, turn)).toMatchObject({ finished: false });
      return [...starts];
    };
    const handedOnTurn: SweepTurn = { handOns: 1, endsAtMs: clock.now() + MINUTE_MS, gateways: [gatewayTag(WELL)] };
    return { read, handedOnTurn };
  };

  test('a run that is handed on reads no more of the queue than its banks have room for', async () => {
    const { read, handedOnTurn } = await longShard();
    expect(await read(handedOnTurn)).toEqual([undefined]);
    // It passed over nothing, so the next run begins at the front. A scheduled run reads on: another bank may come.
    expect(await read()).toHaveLength(160);
  });

  test('what a scheduled run could not read is read by the next scheduled run, whatever is handed on between them', async () => {
    const { read, handedOnTurn } = await longShard();
    await read();
    expect(await read(handedOnTurn)).toEqual(['39999']);
    expect((await read())[0]).toBe('39999');
  });
});
