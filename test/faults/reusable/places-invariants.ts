import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { linkInRows } from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-item.ts';
import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { placeOf } from '../../../shared/domain/attempt/attempt.ts';
import { placeCounts } from '../../../shared/domain/reusable-link/places.ts';
import type { LinkWithPlaces } from '../../../shared/ports/reusable-links.ts';
import { demand } from '../invariants.ts';
import { rowsOfKind } from '../once.ts';

/** The one reusable link of a run. */
export const reusableLinkIn = (rows: readonly Row[]): LinkWithPlaces => {
  const found = linkInRows([...rowsOfKind(rows, 'reusable-link'), ...rowsOfKind(rows, 'places')]);
  if (found === undefined) throw new Error('a run without its reusable link');
  return found;
};

/**
 * Places (rule 51), after every step: free, held and paid add up to MaxPayments; each shard holds one place for every attempt
 * that names it, as held until the payment is reported paid. So nothing is lost, and nothing is taken twice.
 */
export const checkPlaces = (rows: readonly Row[], attempts: readonly Attempt[]): void => {
  const { link, places } = reusableLinkIn(rows);
  const { free, held, paid } = placeCounts(places);
  demand(free + held + paid === link.maxPayments, `${free} free, ${held} held and ${paid} paid of ${link.maxPayments}`);
  for (const shard of places) {
    demand(shard.free >= 0 && shard.held >= 0 && shard.paid >= 0, `shard ${shard.shard} counts below nothing`);
    const inShard = attempts.filter((attempt) => placeOf(attempt)?.shard === shard.shard);
    const paidInShard = inShard.filter(({ reportedOutcome }) => reportedOutcome === 'paid').length;
    demand(shard.paid === paidInShard, `shard ${shard.shard} says ${shard.paid} paid, its attempts ${paidInShard}`);
    const heldInShard = inShard.length - paidInShard;
    demand(shard.held === heldInShard, `shard ${shard.shard} says ${shard.held} held, its attempts ${heldInShard}`);
  }
  const charged = attempts.filter(({ state }) => state === 'approved');
  demand(charged.length <= (link.maxPayments ?? 0), `${charged.length} payments of ${link.maxPayments} places`);
  for (const attempt of charged) demand(placeOf(attempt) !== undefined, 'a payment without a place');
};
