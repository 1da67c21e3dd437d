import type { DayText } from '../domain/calendar.ts';
import type { FunnelPart } from '../domain/funnel/funnel-days.ts';
import { addEntries, entriesOfRequest, type FunnelEntries, NO_ENTRIES } from '../domain/funnel/funnel-group.ts';
import { type RequestStages, stagesOf } from '../domain/funnel/request-stages.ts';
import { linkMessageKinds } from '../domain/message/sms-text.ts';
import type { Payment } from '../domain/payment/payment.ts';
import type { PaymentName } from '../domain/payment/payment-name.ts';
import { inGroups } from '../payment-flow/in-groups.ts';
import type { Clock } from '../ports/clock.ts';
import type { FunnelCounting } from '../ports/funnels.ts';
import type { Messages } from '../ports/messages.ts';
import type { Payments } from '../ports/payments.ts';
import { UnreadableRow } from '../ports/store-errors.ts';

export interface CountPartDependencies {
  readonly counting: Pick<FunnelCounting, 'requests' | 'writePart'>;
  readonly payments: Pick<Payments, 'find'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly clock: Clock;
}

/** A part of a dealer's day. */
export interface PartOfDay {
  readonly dealerCode: string;
  readonly listingShards: number;
  readonly day: DayText;
  readonly part: FunnelPart;
}

/** What was counted of a part up to a place. */
export interface PartCount {
  readonly entries: FunnelEntries;
  readonly requests: number;
  readonly isFinal: boolean;
  /** When the count began. */
  readonly begunAtMs: number;
  /** The next page; absent once all of it is counted. */
  readonly after?: string;
}

const PAGE = 100;
const READS_AT_ONCE = 25;

/** Without a contact nothing was sent, so nothing is read. */
const hasContact = ({ link }: Payment): boolean =>
  link?.delivery.gsmNumber !== undefined || link?.delivery.email !== undefined;

type Reads = Pick<CountPartDependencies, 'payments' | 'messages' | 'clock'>;

/** What became of a request. A row that cannot be read fails the count: a number that leaves it out would look right. */
export const readRequest = async (
  name: PaymentName,
  { payments, messages, clock }: Reads,
): Promise<{ readonly payment: Payment; readonly stages: RequestStages | undefined }> => {
  const payment = await payments.find(name);
  if (payment === undefined) throw new UnreadableRow('payment', 'name');
  const sent = hasContact(payment) ? await messages.ofPayment(name, linkMessageKinds) : [];
  return { payment, stages: stagesOf(payment, sent, clock.now()) };
};

export const beginPart = (clock: Clock): PartCount => ({
  entries: NO_ENTRIES,
  requests: 0,
  isFinal: true,
  begunAtMs: clock.now(),
});

/** Counts one page more of a part. */
const countPage = async (deps: CountPartDependencies, of: PartOfDay, before: PartCount): Promise<PartCount> => {
  const { after, ...counted } = before;
  const { names, next } = await deps.counting.requests({ ...of, after, limit: PAGE });
  const read = await inGroups(names, READS_AT_ONCE, (name) => readRequest(name, deps));
  const stages = read.flatMap((one) => one.stages ?? []);
  const page = addEntries(NO_ENTRIES, stages.flatMap(entriesOfRequest));
  return {
    ...counted,
    entries: addEntries(counted.entries, page.values()),
    requests: counted.requests + stages.length,
    isFinal: counted.isFinal && stages.every(({ isFinal }) => isFinal),
    ...(next === undefined ? {} : { after: next }),
  };
};

/** Counts a part from a place on, one page at least, while `goesOn` says so. */
export const countPart = async (
  deps: CountPartDependencies,
  of: PartOfDay,
  from: PartCount,
  goesOn: (counted: PartCount) => boolean,
): Promise<PartCount> => {
  let counted = await countPage(deps, of, from);
  while (counted.after !== undefined && goesOn(counted)) counted = await countPage(deps, of, counted);
  return counted;
};

/** Writes what was counted of a whole part, in place of what an earlier count wrote. */
export const writeCount = (
  { counting }: Pick<CountPartDependencies, 'counting'>,
  { dealerCode, day, part }: PartOfDay,
  { entries, requests, isFinal, begunAtMs: countedAtMs }: PartCount,
): Promise<void> =>
  counting.writePart(dealerCode, { day, part, requests, isFinal, countedAtMs }, [...entries.values()]);
