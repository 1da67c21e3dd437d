import { usedAttribute } from '../../../domain/limit/card-day.ts';
import type { CardDays } from '../../../ports/card-days.ts';
import type { Table } from '../engine/table.ts';
import { keys } from '../keys.ts';

export const dynamoCardDays = (table: Pick<Table, 'get'>): CardDays => ({
  used: async ({ dealerCode, hash, day, currency }) => {
    const row = await table.get(keys.cardDay(dealerCode, hash, day));
    return { count: Number(row?.count ?? 0), amount: Number(row?.[usedAttribute(currency)] ?? 0) };
  },
});
