import { FIRST_GENERATED_ID, type Identifiers, type Sequence } from '../../ports/identifiers.ts';
import { StoreUnavailable } from '../../ports/store-errors.ts';
import type { Table } from './engine/table.ts';
import { keys } from './keys.ts';

const FIRST_BLOCK = 20;
const LARGEST_BLOCK = 200;
/** Ids are read by strongly typed clients as signed 32-bit integers (wire facts). */
const LARGEST_ID = 2_147_483_647;
/** How often a call that lost every id of a block to others asks for the next block. */
const MAX_ROUNDS = 20;

interface Block {
  next: number;
  readonly end: number;
  readonly size: number;
}

/**
 * Ids taken from the table in blocks, so that no item is written by every request: 20 at first, doubling with this
 * instance's own use up to 200 (rule 37). Ids of a block that an instance does not use up are lost, which is fine.
 */
export const blockIdentifiers = (table: Table): Identifiers => {
  const blocks = new Map<Sequence, Promise<Block>>();

  const take = async (sequence: Sequence, size: number): Promise<Block> => {
    const end = await table.increment(keys.sequence(sequence), 'next', { step: size, start: FIRST_GENERATED_ID });
    if (end > LARGEST_ID) throw new StoreUnavailable('not-applied', 'SequenceExhausted');
    return { next: end - size, end, size };
  };

  const refill = (sequence: Sequence, size: number): Promise<Block> => {
    const block = take(sequence, size);
    blocks.set(sequence, block);
    // A failed refill is not kept: the next call takes a block anew.
    block.catch(() => {
      if (blocks.get(sequence) === block) blocks.delete(sequence);
    });
    return block;
  };

  return {
    next: async (sequence) => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const current = blocks.get(sequence) ?? refill(sequence, FIRST_BLOCK);
        const block = await current;
        if (block.next < block.end) {
          const id = block.next;
          block.next += 1;
          return id;
        }
        // Of the calls that find the block used up, the first takes the next one and the others wait for it.
        if (blocks.get(sequence) === current) void refill(sequence, Math.min(block.size * 2, LARGEST_BLOCK));
      }
      throw new StoreUnavailable('not-applied', 'SequenceExhausted');
    },
  };
};
