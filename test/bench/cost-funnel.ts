import { randomUUID } from 'node:crypto';
import { partItem } from '../../shared/adapters/dynamodb/funnel/funnel-item.ts';
import { dynamoFunnels } from '../../shared/adapters/dynamodb/funnel/funnels.ts';
import { dayBefore, istanbulDayOf } from '../../shared/domain/calendar.ts';
import { type BankDealer, newBankDealer, simple } from '../support/bank/bank-merchants.ts';
import { refuseFailure } from '../support/operation-scene.ts';
import { putRows } from '../support/store/store.ts';
import type { CountedApp } from './cost-counting.ts';
import { type Consumption, moreThan, times } from './cost-model.ts';

/** Links of the dealer that is asked about: enough that what a count takes once is little beside them. */
const LINKS = 60;
/** How often a link that lives for a week is counted: in the night behind its day, and in each night while it is open. */
const NIGHTS_OF_A_WEEK = 8;

/** As if what was counted were a quarter of an hour old. */
const ageCounts = async (dealer: BankDealer): Promise<void> => {
  const { dealerCode } = dealer.dealer;
  const until = istanbulDayOf(Date.now());
  const parts = await dynamoFunnels(dealer.store).parts(dealerCode, { from: dayBefore(until), until });
  await putRows(
    dealer.store,
    parts.map((part) => partItem(dealerCode, { ...part, countedAtMs: part.countedAtMs - 900_000 })),
  );
};

/**
 * What a question about the funnel takes, and a request each time it is counted. The job counts by the same code as a
 * question that counts today, so its share is measured there; its own runs and places come to little beside it.
 */
export const measureFunnel = async ({
  stack,
  gateway,
  consumed,
}: CountedApp): Promise<readonly (readonly [string, Consumption])[]> => {
  const dealer = await newBankDealer({ stack, pos: { gateway } });
  for (let index = 0; index < LINKS; index += 1) {
    await dealer.newLink({ ...simple, OtherTrxCode: randomUUID(), Email: 'payer@example.com' });
  }
  const ask = async () => refuseFailure(await dealer.callLink('GetUserPosFunnel', {}));
  await ask();
  const kept = await consumed(ask);
  await ageCounts(dealer);
  const counting = await consumed(ask);
  const request = times(moreThan(counting, kept), 1 / LINKS);
  return [
    ['funnel: a question, today kept', kept],
    [`funnel: a question that counts ${LINKS} requests`, counting],
    ['funnel: a sent request, each time it is counted', request],
    ['+ funnel: a sent request that is open for a week', times(request, NIGHTS_OF_A_WEEK)],
  ];
};
