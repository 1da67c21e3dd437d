import { countFunnel } from '../../../functions/reusable-link/count-funnel/count-funnel.ts';
import {
  dealerItem,
  dynamoDealerDirectory,
  dynamoDealers,
  listedDealerItem,
} from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import { dynamoFunnelJob } from '../../../shared/adapters/dynamodb/funnel/funnel-job.ts';
import { dynamoFunnels } from '../../../shared/adapters/dynamodb/funnel/funnels.ts';
import { messageItem } from '../../../shared/adapters/dynamodb/message/message-item.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { reusableLinkIndexKeys } from '../../../shared/adapters/dynamodb/reusable-link/reusable-link-keys.ts';
import { dynamoStatementMaking } from '../../../shared/adapters/dynamodb/statement/statement-making.ts';
import type { FunnelNumbers } from '../../../shared/observability/log.ts';
import type { FunnelJob } from '../../../shared/ports/funnels.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeLog } from '../../fakes/log.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { putRows } from '../store/store.ts';
import { DRAWN_LINKS, FUNNEL_DEALER, type RequestFact, requestOf } from './drawn-requests.ts';
import { itemsOfAttempt, itemsOfLink, itemsOfSteps, paymentNames } from './stored-payments.ts';

const RUN_MS = 280_000;

/** The rows of a drawn request. */
export const rowsOfRequest = (fact: RequestFact) => {
  const { payment, messages } = requestOf(fact);
  const { link, attempts, steps } = payment;
  if (link === undefined) throw new Error('a request has a link');
  return [
    ...itemsOfLink(link),
    ...attempts.flatMap(itemsOfAttempt),
    ...itemsOfSteps(steps, attempts[0]?.pos.gateway ?? ''),
    ...messages.map(messageItem),
  ];
};

/** What the lists know of a reusable link: no count reads more of it. */
const listedLink = (name: string, userPosLinkId: number, createdAtMs: number) => ({
  pk: `LINK#${name}`,
  sk: '1#LINK',
  ...reusableLinkIndexKeys({ dealerCode: FUNNEL_DEALER, userPosLinkId, createdAtMs, name }),
});

/** A dealer with drawn requests in a table in memory, and the job over it. `slow.ms`: what a page of requests takes. */
export const funnelScene = async (facts: readonly RequestFact[], nowMs: number, listingShards = 1) => {
  const store = new MemoryTable();
  const clock = new FakeClock(nowMs);
  const log = new FakeLog();
  const ran: FunnelNumbers[] = [];
  const slow = { ms: 0 };
  const dealer = { ...dealerWith({ dealerCode: FUNNEL_DEALER }), listingShards };
  await store.transact([{ put: dealerItem(dealer) }, { put: listedDealerItem(dealer) }]);
  await putRows(store, [
    ...DRAWN_LINKS.map((name, index) => listedLink(name, index + 1, Date.UTC(2027, 0, 1))),
    ...facts.flatMap(rowsOfRequest),
  ]);
  const counting: FunnelJob = dynamoFunnelJob(store, clock);
  const reads = {
    payments: dynamoPayments(store, paymentNames),
    messages: dynamoMessages(store),
  };
  const job = countFunnel({
    ...reads,
    counting: {
      ...counting,
      requests: (query) => {
        clock.advance(slow.ms);
        return counting.requests(query);
      },
    },
    lists: dynamoStatementMaking(store),
    dealers: dynamoDealers(store),
    dealerDirectory: dynamoDealerDirectory(store),
    clock,
    log,
    metrics: { ran: (numbers) => void ran.push(numbers) },
  });
  const run = async (): Promise<FunnelNumbers | undefined> => {
    await job(clock.now() + RUN_MS);
    return ran.at(-1);
  };
  const setNow = (ms: number): void => clock.advance(ms - clock.now());
  return { store, clock, log, slow, run, setNow, counting, reads, funnels: dynamoFunnels(store), dealer };
};
