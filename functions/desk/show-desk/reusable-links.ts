import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { type LinkChoicesDependencies, linkChoicesOf } from '../../../shared/desk/link/link-choices.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { type CountOfLinkDependencies, countOfLink } from '../../../shared/links/count-of-link.ts';
import { LINK_POSITION, linkAtPosition, positionOfLink } from '../../../shared/links/reusable-link-position.ts';
import {
  deskReusableLinkPage,
  reusableLinksPage,
  reusableNotice,
} from '../../../shared/pages/desk/link/reusable-pages.ts';
import { reusableLinkQrUrl, reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import type { DeskLinks } from '../../../shared/ports/desk-links.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export interface ShowReusableLinksDependencies extends LinkChoicesDependencies, CountOfLinkDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findById' | 'list'>;
  readonly deskLinks: DeskLinks;
  readonly randomness: Pick<Randomness, 'guid'>;
  /** Own address of the payers' pages. */
  readonly baseUrl: string;
}

const PAGE = 50;
/** The place that a page of the list begins behind; a query that is none is left out. */
const placeIn = (text: string | undefined) =>
  text !== undefined && LINK_POSITION.test(text) ? { behind: linkAtPosition(text) } : {};

const newOnce = ({ randomness }: ShowReusableLinksDependencies): string => randomness.guid().toLowerCase();

const showList = async (call: DeskCall, deps: ShowReusableLinksDependencies): Promise<PageAnswer> => {
  const { frame, dealer, role, nowMs, page } = call;
  const [choices, { links, isLast }] = await Promise.all([
    mayDo(role, 'make-link') ? linkChoicesOf(deps, dealer) : undefined,
    deps.reusableLinks.list(dealer.dealerCode, { limit: PAGE, ...placeIn(page.query?.before) }),
  ]);
  const last = links.at(-1)?.link;
  const before = last && new URLSearchParams({ before: positionOfLink(last) }).toString();
  const next = isLast || before === undefined ? undefined : `/desk/reusable-links?${before}`;
  const form = choices && { frame, choices, currencies: dealer.currencies, once: newOnce(deps) };
  return { statusCode: 200, page: reusableLinksPage({ frame, form, links, next, nowMs }) };
};

const showOne = async (
  call: DeskCall,
  id: number,
  deps: ShowReusableLinksDependencies,
): Promise<PageAnswer | undefined> => {
  const { frame, dealer, role, nowMs, page } = call;
  const { dealerCode, listingShards } = dealer;
  const found = await deps.reusableLinks.findById(dealerCode, id);
  if (found === undefined) return undefined;
  const { link } = found;
  const days = { from: istanbulDayOf(link.createdAtMs), until: istanbulDayOf(nowMs) };
  const [{ counts, isWhole }, requests] = await Promise.all([
    countOfLink(link, deps),
    deps.deskLinks.newest({ dealerCode, listingShards, ...days, limit: PAGE, madeOf: link }),
  ]);
  const view = {
    frame,
    found,
    counts,
    countsAreWhole: isWhole,
    requests: requests.map((one) => one.link),
    address: { address: reusableLinkUrlIn(deps.baseUrl)(link), qr: reusableLinkQrUrl(deps.baseUrl, link.token) },
    mayChange: mayDo(role, link.active ? 'cancel-link' : 'make-link'),
    once: newOnce(deps),
    nowMs,
    notice: reusableNotice(page.query?.done, frame.language),
  };
  return { statusCode: 200, page: deskReusableLinkPage(view) };
};

/** The reusable links of a dealer with the form of a new one, and one link with its requests. */
export const showReusableLinks =
  (deps: ShowReusableLinksDependencies): ShowDeskPage =>
  async (call, { id: text, view }) => {
    if (text === undefined) return showList(call, deps);
    const id = idInPath(text);
    return id === undefined || view !== undefined ? undefined : showOne(call, id, deps);
  };
