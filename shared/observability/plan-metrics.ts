import type { TryResult } from '../domain/sale/payment-plan.ts';

/** Counts the runs of the lead. The heartbeat alarm rings when no count arrives. */
export const HAND_OUT_RUNS = 'HandOutRuns';

/** For how many seconds the plan that waits longest has been due; 0 between slots. */
export const OLDEST_DUE_PLAN_SECONDS = 'OldestDuePlanSeconds';

/** Numbers of one run of the lead. */
export interface HandOutNumbers {
  /** Plans that were found due; of each dealer no more than could be handed out. */
  readonly due: number;
  readonly handedOut: number;
  /** Batches that were not started, and shards that were not read. */
  readonly failed: number;
}

export const handOutMetricNames = {
  due: 'PlansDue',
  handedOut: 'PlansHandedOut',
  failed: 'HandOutsFailed',
} as const satisfies Readonly<Record<keyof HandOutNumbers, string>>;

export interface HandOutMetrics {
  ran(numbers: HandOutNumbers, oldestDueMs: number): void;
}

/** The ends of tries that are counted. */
export type TryEnd = 'paid' | 'declined' | Extract<TryResult, { kind: 'not-charged' }>['because'];

export const tryEndOf = (result: TryResult): TryEnd => (result.kind === 'not-charged' ? result.because : result.kind);

/** What an end says of whose fault it was. These are metrics; the ends themselves are fields of the line. */
export type TryClass = 'paid' | 'declined' | 'refused' | 'other';

/** Those that are refused charged nobody, and no card was at fault. */
const tryClasses = {
  paid: 'paid',
  declined: 'declined',
  'card-used-up': 'other',
  'no-card': 'other',
  'card-damaged': 'other',
  limit: 'other',
  'virtual-pos': 'refused',
  bank: 'refused',
  permission: 'refused',
  'request-refused': 'refused',
  'request-not-paid': 'other',
} as const satisfies Readonly<Record<TryEnd, TryClass>>;

/** Names of the metrics of tries, by class: each is a metric to pay for. */
export const tryMetricNames = {
  paid: 'PlanTriesPaid',
  declined: 'PlanTriesDeclined',
  refused: 'PlanTriesRefused',
  other: 'PlanTriesOther',
} as const satisfies Readonly<Record<TryClass, string>>;

/** The number of tries of each class, from that of each end. */
export const triesByClass = (tries: Readonly<Partial<Record<TryEnd, number>>>): Readonly<Record<TryClass, number>> => {
  const of = (wanted: TryClass): number =>
    Object.entries(tryClasses).reduce((sum, [end, one]) => sum + (one === wanted ? (tries[end as TryEnd] ?? 0) : 0), 0);
  return { paid: of('paid'), declined: of('declined'), refused: of('refused'), other: of('other') };
};

/** Names of the fields of the ends that are no class by themselves. A saved query adds them up. */
export const tryFieldNames = {
  'card-used-up': 'PlanTriesCardUsedUp',
  'no-card': 'PlanTriesNoCard',
  'card-damaged': 'PlanTriesCardDamaged',
  limit: 'PlanTriesLimit',
  'virtual-pos': 'PlanTriesVirtualPos',
  bank: 'PlanTriesBank',
  permission: 'PlanTriesPermission',
  'request-refused': 'PlanTriesRequestRefused',
  'request-not-paid': 'PlanTriesRequestNotPaid',
} as const satisfies Readonly<Record<Exclude<TryEnd, TryClass>, string>>;

/** Numbers of one run of a worker, beside the ends of its tries. */
export interface PlanNumbers {
  /** Plans that failed for good, after their last try. */
  readonly failed: number;
  /** Plans that cannot be read, and were put off, and stored cards that can never be opened. */
  readonly unread: number;
  /** Plans that were handed out and not begun: they stay due. */
  readonly left: number;
}

export const planMetricNames = {
  failed: 'PlansFailed',
  unread: 'PlansUnreadable',
  left: 'PlansLeft',
} as const satisfies Readonly<Record<keyof PlanNumbers, string>>;

export interface PlanMetrics {
  /** `tries`: the number of tries by their end; an end that is absent had none. */
  charged(numbers: PlanNumbers, tries: Readonly<Partial<Record<TryEnd, number>>>): void;
}
