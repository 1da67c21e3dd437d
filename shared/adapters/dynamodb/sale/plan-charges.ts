import type { CardTries } from '../../../domain/sale/card-tries.ts';
import type { PlanBegin, PlanCharges, PlanTake } from '../../../ports/plan-engine.ts';
import { type DirectPurpose, directRefusal, directWrites } from '../direct-payment/direct-payments.ts';
import { type PlannedWrite, plannedFor, transactPlanned } from '../engine/planned-writes.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion, type Write } from '../engine/writes.ts';
import { keys } from '../keys.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { planItem } from './payment-plan-item.ts';

type Purpose = DirectPurpose | 'plan' | 'sale' | 'tries';

/** A row of tries is of no use once its last try has left the window of 30 days. */
const TRIES_LIFE_S = 60 * 86_400;

const triesWrite = ({ dealerCode, cardHash, version, tries }: CardTries): Write => ({
  put: {
    ...keys.cardTries(dealerCode, cardHash),
    entity: 'card-tries',
    version,
    tries,
    expiresAt: Math.floor((tries.at(-1)?.atMs ?? 0) / 1000) + TRIES_LIFE_S,
  },
  onlyIf: version === 1 ? ABSENT : atVersion(version - 1),
});

/**
 * A change, a pause or a deletion of the sale comes before the charge or after it: the condition lets no charge begin behind
 * one, by the cards or for the customer that the sale had before.
 */
const takeWrites = ({ sale, plan, tries }: PlanTake): readonly PlannedWrite<Purpose>[] => [
  ...plannedFor<Purpose>('plan', [{ put: planItem(plan), onlyIf: atVersion(plan.version - 1) }]),
  ...plannedFor<Purpose>('sale', [
    {
      check: keys.saleById(plan.dealerCode, plan.dealerSaleId),
      onlyIf: {
        expression: '#version = :version AND attribute_not_exists(#deletedAtMs)',
        names: { '#version': 'version', '#deletedAtMs': 'deletedAtMs' },
        values: { ':version': sale.version },
      },
    },
  ]),
  ...plannedFor<Purpose>('tries', [triesWrite(tries)]),
];

export const dynamoPlanCharges = (table: Table, events: EventWriter = NOBODY_TOLD): PlanCharges => ({
  begin: async (intent, take): Promise<PlanBegin> => {
    const { attempt, planned } = await directWrites(intent, events);
    const outcome = await transactPlanned<Purpose>(table, [...planned, ...takeWrites(take)]);
    if (outcome.applied) return { kind: 'begun', attempt };
    if (outcome.refusalOf('plan') !== undefined || outcome.refusalOf('sale') !== undefined) {
      return { kind: 'plan-changed' };
    }
    return directRefusal(outcome.refusalOf) ?? { kind: 'tries-changed' };
  },
});
