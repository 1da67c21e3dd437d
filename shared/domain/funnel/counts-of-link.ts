import { currencies, minor } from '../money/money.ts';
import type { LinkCounts } from '../reusable-link/link-counts.ts';
import { addCounts, addGivenBack, NO_GIVEN_BACK, NO_REQUESTS } from './funnel-counts.ts';
import type { FunnelRow } from './funnel-group.ts';

/** What became of the requests of a reusable link, by its rows of all days. */
export const countsOfLinkRows = (rows: readonly FunnelRow[]): LinkCounts => {
  const { stages, paid } = rows.map(({ counts }) => counts).reduce(addCounts, NO_REQUESTS);
  const givenBack = rows.map((row) => row.givenBack).reduce(addGivenBack, NO_GIVEN_BACK);
  return {
    opened: stages.created,
    started: stages.cardSent,
    paid: stages.paid,
    givenBack: givenBack.count,
    sums: currencies
      .filter((currency) => paid[currency] !== undefined)
      .map((currency) => ({
        currency,
        paid: paid[currency] ?? minor(0),
        givenBack: givenBack.sums[currency] ?? minor(0),
      })),
  };
};
