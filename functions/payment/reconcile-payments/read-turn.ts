import * as z from 'zod/mini';
import { isTurn, type SweepTurn, scheduledTurn } from '../../../shared/domain/attempt/sweep-turn.ts';

const eventSchema = z.object({
  turn: z.object({
    handOns: z.int(),
    endsAtMs: z.int(),
    gateways: z.array(z.string().check(z.maxLength(64))),
  }),
});

const namesTurn = (event: unknown): boolean => typeof event === 'object' && event !== null && 'turn' in event;

/**
 * The turn of a run by its event: the one that was handed on to it, or a scheduled one. Throws on an event that this
 * function does not send to itself, which must not start a chain of its own.
 */
export const turnOf = (event: unknown, nowMs: number): SweepTurn => {
  if (!namesTurn(event)) return scheduledTurn(nowMs);
  const read = eventSchema.safeParse(event);
  if (!read.success || !isTurn(read.data.turn, nowMs)) throw new Error('the event names no turn of the sweeper');
  return read.data.turn;
};
