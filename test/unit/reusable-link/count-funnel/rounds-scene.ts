import { countDealer } from '../../../../functions/reusable-link/count-funnel/count-dealer.ts';
import { countFunnel } from '../../../../functions/reusable-link/count-funnel/count-funnel.ts';
import type { CountedPart } from '../../../../shared/domain/funnel/funnel-days.ts';
import type { FunnelEntries } from '../../../../shared/domain/funnel/funnel-group.ts';
import type { FunnelNumbers } from '../../../../shared/observability/log.ts';
import type { FunnelJob, FunnelProgress } from '../../../../shared/ports/funnels.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { FakeLog } from '../../../fakes/log.ts';
import { FakePayments } from '../../../fakes/payments.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';

/** Two in the night behind this day, in Istanbul. */
export const UNTIL = '20270310';
export const NIGHT_MS = Date.UTC(2027, 2, 10, 23);
export const RUN_MS = 280_000;
export const STAGE = '-';

/** How far a dealer is who has this day left: two parts. */
export const left: FunnelProgress = {
  version: 1,
  sinceDay: '20270301',
  countedUntil: '20270309',
  givenBackUntil: UNTIL,
};

/** The job over dealers without requests, whose progress and parts are kept in maps. */
export const roundsScene = (dealerCodes: readonly string[] = ['D1']) => {
  const clock = new FakeClock(NIGHT_MS);
  const progress = new Map<string, FunnelProgress>(dealerCodes.map((code) => [code, left]));
  const met = {
    parts: [] as CountedPart[],
    busy: [] as { readonly dealerCode: string; readonly untilMs: number }[],
    drafts: new Map<string, FunnelEntries>(),
    failing: new Set<string>(),
    /** What a page of requests takes, and how many pages a part has. */
    pageMs: 0,
    pages: 1,
    ran: [] as FunnelNumbers[],
    asked: [] as object[],
    written: [] as object[],
    saved: [] as string[],
  };
  const never = (): never => {
    throw new Error('no request is there to be read');
  };
  const counting: FunnelJob = {
    progress: async (owner) => progress.get(owner),
    saveProgress: async (owner, next) => {
      met.saved.push(owner);
      if (next.version !== (progress.get(owner)?.version ?? 0) + 1) return false;
      progress.set(owner, next);
      return true;
    },
    parts: async (dealerCode, days) => {
      if (met.failing.has(dealerCode)) throw new Error('a row that cannot be read');
      met.asked.push({ dealerCode, ...days });
      return met.parts;
    },
    requests: async ({ dealerCode, day, part, after = '1', listingShards }) => {
      clock.advance(met.pageMs);
      met.asked.push({ dealerCode, day, part, after, listingShards });
      return { names: [], ...(Number(after) < met.pages ? { next: String(Number(after) + 1) } : {}) };
    },
    writePart: async (dealerCode, counted) => void met.written.push({ dealerCode, ...counted }),
    writeGivenBack: async (dealerCode, day) => void met.written.push({ dealerCode, givenBack: day }),
    keepDraft: async (_dealerCode, draft, entries) => void met.drafts.set(draft, entries),
    draft: async (_dealerCode, draft) => met.drafts.get(draft) ?? new Map(),
    busyDealers: async ({ after = '', limit }) =>
      met.busy.filter(({ dealerCode }) => dealerCode > after).slice(0, limit),
    noteBusy: never,
  };
  const deps = {
    counting,
    payments: new FakePayments([]),
    messages: { ofPayment: never },
    lists: { countedOn: async () => ({ items: [] }) },
    dealers: { load: async (dealerCode: string) => ({ dealer: dealerWith({ dealerCode, listingShards: 3 }) }) },
    dealerDirectory: {
      page: async ({ after = '', limit }: { after?: string | undefined; limit: number }) =>
        dealerCodes
          .filter((code) => code > after)
          .slice(0, limit)
          .map((dealerCode) => ({ dealerCode, name: dealerCode })),
    },
    log: new FakeLog(),
    metrics: { ran: (numbers: FunnelNumbers) => void met.ran.push(numbers) },
    clock,
  } as unknown as Parameters<typeof countFunnel>[0];
  const run = async (): Promise<FunnelNumbers | undefined> => {
    await countFunnel(deps)(clock.now() + RUN_MS);
    return met.ran.at(-1);
  };
  const ofDealer = (until = UNTIL, dealerCode = 'D1') =>
    countDealer(deps, { dealerCode, listingShards: 1, until, deadlineMs: clock.now() + RUN_MS });
  return { clock, met, progress, deps, run, ofDealer, stage: () => progress.get(STAGE) };
};
