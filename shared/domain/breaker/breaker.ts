import type { PosCounts, PosName } from './breaker-counts.ts';

/*
 * The breaker of a gateway, and one of each virtual POS (rule 46). Only silence opens it. While it is open no charge is
 * begun; then one call finds out whether the bank is back.
 */

/** What a breaker is about: a gateway, or one virtual POS at it. */
export interface BreakerName {
  /** Host of the gateway; for its gate's own breaker the name of `nameOfGate`. */
  readonly host: string;
  /** Absent for the breaker of the whole gateway. */
  readonly pos?: PosName | undefined;
}

const GATE = 'gate:';

/**
 * The name under which the gate of a gateway has breakers of its own: charges and server starts reach different servers
 * of a bank. No host is named so, also for a release that knows no gates.
 */
export const nameOfGate = (host: string): string => `${GATE}${host}`;

/** The host that a breaker is about, and whether it is about the gate there. */
export const hostOfBreaker = ({ host }: BreakerName): { readonly host: string; readonly isGate: boolean } =>
  host.startsWith(GATE) ? { host: host.slice(GATE.length), isGate: true } : { host, isGate: false };

export interface Breaker extends BreakerName {
  readonly state: 'open' | 'closed';
  readonly version: number;
  /** When it opened last. */
  readonly openedAtMs: number;
  /** Until then every charge is refused. From then on one probe may take the lease, which moves it. */
  readonly retryAtMs: number;
  readonly closedAtMs?: number | undefined;
}

/** From its opening, and from a probe that failed, to the next probe. */
const PAUSE_MS = 30_000;
/** Longest time for a probe to tell its outcome: longer than any charge. After it another may probe. */
const PROBE_LEASE_MS = 60_000;
const FEWEST_FAILURES = 5;
const FEWEST_POS = 3;
const FEWEST_DEALERS = 2;

/** A virtual POS that is to be charged, by the gateway that it is at. */
export interface PosAtGateway extends PosName {
  readonly host: string;
}

/** Whether a charge may begin. */
export type BreakerVerdict =
  | { readonly kind: 'closed' }
  | { readonly kind: 'open' }
  /** The charge may begin as a probe, if it takes the lease of each of these. */
  | { readonly kind: 'half-open'; readonly breakers: readonly Breaker[] };

const isPos = (one: PosName, other: PosName): boolean =>
  one.dealerCode === other.dealerCode && one.posId === other.posId;

/** Whether two names mean the same breaker. */
export const isSameBreaker = (one: BreakerName, other: BreakerName): boolean => {
  if (one.host !== other.host) return false;
  if (one.pos === undefined || other.pos === undefined) return one.pos === other.pos;
  return isPos(one.pos, other.pos);
};

/** Whether a breaker is about charges of a virtual POS. */
const concerns = ({ host, pos }: Breaker, charged: PosAtGateway): boolean =>
  host === charged.host && (pos === undefined || isPos(pos, charged));

/** Judges a charge by all breakers of the stage. */
export const verdictOf = (breakers: readonly Breaker[], charged: PosAtGateway, nowMs: number): BreakerVerdict => {
  const open = breakers.filter((one) => one.state === 'open' && concerns(one, charged));
  if (open.length === 0) return { kind: 'closed' };
  return open.some(({ retryAtMs }) => nowMs < retryAtMs) ? { kind: 'open' } : { kind: 'half-open', breakers: open };
};

const sumOf = (counts: readonly PosCounts[], of: (one: PosCounts) => number): number =>
  counts.reduce((sum, one) => sum + of(one), 0);

/** Most calls fail, and not by chance. */
const areSilent = (counts: readonly PosCounts[]): boolean => {
  const failures = sumOf(counts, (one) => one.failures);
  return failures >= FEWEST_FAILURES && failures >= sumOf(counts, (one) => one.answers);
};

/** Silence at one dealer's virtual POS, or at one alone, may be that dealer's own fault. */
const concernsGateway = (failing: readonly PosCounts[]): boolean =>
  failing.length >= FEWEST_POS && new Set(failing.map(({ dealerCode }) => dealerCode)).size >= FEWEST_DEALERS;

/** The breakers that the counts of one gateway open. */
export const breakersToOpen = (host: string, counts: readonly PosCounts[]): readonly BreakerName[] => {
  const failing = counts.filter(({ failures }) => failures > 0);
  if (areSilent(counts) && concernsGateway(failing)) return [{ host }];
  return failing
    .filter((one) => areSilent([one]))
    .map(({ dealerCode, posId }) => ({ host, pos: { dealerCode, posId } }));
};

/** A breaker as it opens; undefined when it is open already. */
export const breakerOpened = (name: BreakerName, before: Breaker | undefined, nowMs: number): Breaker | undefined => {
  if (before?.state === 'open') return undefined;
  const { host, pos } = name;
  const version = (before?.version ?? 0) + 1;
  return {
    host,
    ...(pos === undefined ? {} : { pos }),
    state: 'open',
    version,
    openedAtMs: nowMs,
    retryAtMs: nowMs + PAUSE_MS,
  };
};

/** A half-open breaker with its lease taken by a probe. */
export const breakerProbed = (breaker: Breaker, nowMs: number): Breaker => ({
  ...breaker,
  version: breaker.version + 1,
  retryAtMs: nowMs + PROBE_LEASE_MS,
});

/** A half-open breaker whose probe was not sent: another may probe at once. */
export const breakerReleased = (leased: Breaker, nowMs: number): Breaker => ({
  ...leased,
  version: leased.version + 1,
  retryAtMs: nowMs,
});

/** A breaker after its probe: closed by any answer of the bank, or open for another pause. */
export const breakerConcluded = (leased: Breaker, heard: 'answered' | 'silent', nowMs: number): Breaker => {
  const next = { ...leased, version: leased.version + 1 };
  return heard === 'answered'
    ? { ...next, state: 'closed', closedAtMs: nowMs }
    : { ...next, retryAtMs: nowMs + PAUSE_MS };
};
