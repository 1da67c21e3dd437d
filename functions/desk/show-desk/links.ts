import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { type LinkChoicesDependencies, linkChoicesOf } from '../../../shared/desk/link/link-choices.ts';
import { filterDay } from '../../../shared/desk/link/link-form-reading.ts';
import { type DayText, istanbulDayOf, monthOf, monthsUpTo } from '../../../shared/domain/calendar.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { type LinkState, linkStateAt, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { cancellingOfLink } from '../../../shared/links/cancelling-of-link.ts';
import { type ResendReads, resendOfLink } from '../../../shared/links/resend-of-link.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { fieldDay } from '../../../shared/pages/desk/frame/moments.ts';
import { cancelLinkPage, linkNotice, linkPage } from '../../../shared/pages/desk/link/link-page.ts';
import { deskLinkTexts } from '../../../shared/pages/desk/link/link-texts.ts';
import {
  type LinkRow,
  type LinksFilter,
  linksPage,
  listedLinkStates,
} from '../../../shared/pages/desk/link/links-page.ts';
import { linkQrUrl, linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { type DeskLinks, MOST_MONTHS_READ } from '../../../shared/ports/desk-links.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { Messages } from '../../../shared/ports/messages.ts';
import { LISTING_POSITION, type ListedLink, type OperatorLinks } from '../../../shared/ports/operator-records.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export interface ShowLinksDependencies extends LinkChoicesDependencies, ResendReads {
  readonly deskLinks: DeskLinks;
  readonly links: Pick<OperatorLinks, 'findById'>;
  readonly payments: Pick<Payments, 'findById'>;
  readonly messages: Pick<Messages, 'ofPayment'>;
  readonly randomness: Pick<Randomness, 'guid'>;
  /** Own address of the payers' pages. */
  readonly baseUrl: string;
}

/** Links of a page, and those that one press looks at in search of a state. */
const PAGE = 50;
const EXAMINED = 200;

const isState = (text: string | undefined): text is LinkState => listedLinkStates.some((state) => state === text);

interface Asked {
  readonly filter: LinksFilter;
  readonly from: DayText;
  readonly until: DayText;
  readonly before: string | undefined;
}

/** First day of the month so many months before a day. */
const monthsBefore = (day: DayText, months: number): DayText => `${monthsUpTo(monthOf(day), months + 1).at(-1)}01`;

/** What a list is asked for: a day, or as many months as one page may go back. A query that is none is left out. */
const askedIn = ({ page: { query = {} }, nowMs }: DeskCall): Asked => {
  const day = filterDay(query.day, nowMs);
  const before = query.before !== undefined && LISTING_POSITION.test(query.before) ? query.before : undefined;
  const beforeDay = before === undefined ? istanbulDayOf(nowMs) : istanbulDayOf(Number(before.slice(0, 15)));
  return {
    filter: {
      ...(isState(query.state) ? { state: query.state } : {}),
      ...(day === undefined ? {} : { day: fieldDay(day) }),
    },
    from: day ?? monthsBefore(beforeDay, MOST_MONTHS_READ - 1),
    until: day ?? beforeDay,
    before,
  };
};

const pathWith = ({ state, day }: LinksFilter, before: string): string => {
  const query = new URLSearchParams({ before });
  if (state !== undefined) query.set('state', state);
  if (day !== undefined) query.set('day', day);
  return `/desk/links?${query.toString()}`;
};

interface FoundLinks {
  readonly links: readonly PaymentRequest[];
  readonly next?: string;
}

/** One page of links in the state that is asked for, and where the next one begins. */
const findLinks = async (
  { dealer: { dealerCode, listingShards }, nowMs }: DeskCall,
  { filter, from, until, before }: Asked,
  { deskLinks }: ShowLinksDependencies,
): Promise<FoundLinks> => {
  const limit = filter.state === undefined ? PAGE : EXAMINED;
  const read = await deskLinks.newest({ dealerCode, listingShards, from, until, before, limit });
  const links: PaymentRequest[] = [];
  let last: ListedLink | undefined;
  for (const one of read) {
    if (links.length === PAGE) break;
    last = one;
    if (filter.state === undefined || linkStateAt(one.link, nowMs) === filter.state) links.push(one.link);
  }
  const hasMore = last !== undefined && (last !== read.at(-1) || read.length === limit);
  return hasMore && last !== undefined ? { links, next: pathWith(filter, last.position) } : { links };
};

/** A link that has a contact may have messages: one read for each, side by side. */
const rowOf = async (link: PaymentRequest, nowMs: number, { messages }: ShowLinksDependencies): Promise<LinkRow> => {
  const { gsmNumber, email } = link.delivery;
  const isSent = gsmNumber !== undefined || email !== undefined;
  return {
    link,
    state: linkStateAt(link, nowMs),
    messages: isSent ? await messages.ofPayment(link.payment) : [],
  };
};

const newOnce = ({ randomness }: ShowLinksDependencies): string => randomness.guid().toLowerCase();

const showList = async (call: DeskCall, deps: ShowLinksDependencies): Promise<PageAnswer> => {
  const { frame, dealer, role, nowMs } = call;
  const asked = askedIn(call);
  const [choices, found] = await Promise.all([
    mayDo(role, 'make-link') ? linkChoicesOf(deps, dealer) : undefined,
    findLinks(call, asked, deps),
  ]);
  const rows = await Promise.all(found.links.map((link) => rowOf(link, nowMs, deps)));
  const form = choices && { frame, choices, currencies: dealer.currencies, once: newOnce(deps) };
  return {
    statusCode: 200,
    page: linksPage({ frame, form, rows, filter: asked.filter, next: found.next, nowMs }),
  };
};

const showLink = async (call: DeskCall, id: number, deps: ShowLinksDependencies): Promise<PageAnswer | undefined> => {
  const { frame, dealer, role, nowMs, page } = call;
  const link = await deps.links.findById(dealer.dealerCode, id);
  if (link === undefined) return undefined;
  const sent = deps.messages.ofPayment(link.payment);
  const [messages, resend] = await Promise.all([
    sent,
    resendOfLink({ ...deps, messages: { ofPayment: () => sent } }, link, nowMs),
  ]);
  const state = linkStateAt(link, nowMs);
  const address =
    state === 'open' ? { address: linkUrlIn(deps.baseUrl)(link), qr: linkQrUrl(deps.baseUrl, link.token) } : undefined;
  const view = {
    frame,
    link,
    state,
    messages,
    resend: resend.kind === 'refused' ? resend.reason : resend.kind,
    may: { send: mayDo(role, 'send-link'), cancel: mayDo(role, 'cancel-link') },
    address,
    once: newOnce(deps),
    nowMs,
    notice: linkNotice(page.query?.done, deskLinkTexts[frame.language]),
  };
  return { statusCode: 200, page: linkPage(view) };
};

const showCancel = async (call: DeskCall, id: number, deps: ShowLinksDependencies): Promise<PageAnswer | undefined> => {
  const { frame, dealer, nowMs } = call;
  if (!mayDo(call.role, 'cancel-link')) return { statusCode: 403, page: notAllowedDeskPage(frame) };
  const named = { dealerCode: dealer.dealerCode, userPosPaymentId: id };
  const found = await cancellingOfLink(deps.payments, named, nowMs);
  if (found === undefined) return undefined;
  const { link, cancelling } = found;
  const problem =
    cancelling.kind === 'possible' ? undefined : cancelling.kind === 'running' ? 'running' : ('not-open' as const);
  return { statusCode: 200, page: cancelLinkPage({ frame, link, once: newOnce(deps), problem }) };
};

/** The links of a dealer with the form of a new one, one link, and what cancelling it would do. */
export const showLinks =
  (deps: ShowLinksDependencies): ShowDeskPage =>
  async (call, { id: text, view }) => {
    if (text === undefined) return showList(call, deps);
    const id = idInPath(text);
    if (id === undefined) return undefined;
    if (view === undefined) return showLink(call, id, deps);
    return view === 'cancel' ? showCancel(call, id, deps) : undefined;
  };
