import type * as z from 'zod/mini';
import { Refusal } from '../../../shared/domain/refusal.ts';
import {
  type ReusableLinkState,
  reusableLinkStateAt,
  reusableLinkStates,
} from '../../../shared/domain/reusable-link/reusable-link.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { reusableLinkRecord } from '../../../shared/http/reusable-link-record.ts';
import { reusableLinkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { LinkWithPlaces, ReusableLinkPageAsked, ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { contract } from './contract.ts';

export interface ListReusableLinksDependencies {
  readonly reusableLinks: Pick<ReusableLinks, 'findById' | 'list'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const MOST_LISTED = 100;
/** Most pages that one call reads in search of a state: ten of them are a thousand links. */
const MOST_PAGES = 10;

const invalid = (sentence: string): Refusal => new Refusal('InvalidRequest', sentence);

const wantedState = (state: string | undefined): ReusableLinkState | undefined => {
  const wanted = reusableLinkStates.find((one) => one === state);
  if (state !== undefined && wanted === undefined)
    throw invalid(`State must be one of ${reusableLinkStates.join(', ')}.`);
  return wanted;
};

const beginning = async (
  id: number | undefined,
  dealerCode: string,
  { reusableLinks }: ListReusableLinksDependencies,
): Promise<ReusableLinkPageAsked['behind']> => {
  if (id === undefined) return undefined;
  const found = await reusableLinks.findById(dealerCode, id);
  if (found === undefined) throw invalid('BeforeUserPosLinkId is the id of no link in this list.');
  return found.link;
};

/** Links that were found, and the one that the list goes on behind; none where it has ended. */
interface Found {
  readonly links: readonly LinkWithPlaces[];
  readonly goesOnBehind?: number;
}

const search = async (
  {
    dealerCode,
    first,
    isWanted,
  }: {
    readonly dealerCode: string;
    readonly first: ReusableLinkPageAsked['behind'];
    readonly isWanted: (link: LinkWithPlaces) => boolean;
  },
  { reusableLinks }: ListReusableLinksDependencies,
): Promise<Found> => {
  const links: LinkWithPlaces[] = [];
  let behind = first;
  let last: LinkWithPlaces | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const asked = { limit: MOST_LISTED, ...(behind === undefined ? {} : { behind }) };
    const { links: read, isLast } = await reusableLinks.list(dealerCode, asked);
    links.push(...read.filter(isWanted));
    const cut = links[MOST_LISTED - 1];
    if (links.length > MOST_LISTED && cut !== undefined) {
      return { links: links.slice(0, MOST_LISTED), goesOnBehind: cut.link.userPosLinkId };
    }
    if (isLast) return { links };
    last = read.at(-1) ?? last;
    behind = last?.link;
    if (links.length === MOST_LISTED) break;
  }
  return { links, ...(last === undefined ? {} : { goesOnBehind: last.link.userPosLinkId }) };
};

/** Lists the newest reusable links of the dealer (decisions: reusable links). */
export const listReusableLinks =
  (deps: ListReusableLinksDependencies): UseCase<z.output<typeof contract.request>> =>
  async ({ dealer: { dealerCode }, read }) => {
    const { State, BeforeUserPosLinkId } = readValue(read);
    const state = wantedState(State);
    const first = await beginning(BeforeUserPosLinkId, dealerCode, deps);
    const nowMs = deps.clock.now();
    const isWanted = ({ link, places }: LinkWithPlaces): boolean =>
      state === undefined || reusableLinkStateAt(link, places, nowMs) === state;
    const { links, goesOnBehind = 0 } = await search({ dealerCode, first, isWanted }, deps);
    const options = { nowMs, urlOf: reusableLinkUrlIn(deps.baseUrl) };
    const UserPosLinkList = links.map((found) => reusableLinkRecord(found, options));
    return {
      data: { UserPosLinkListCount: UserPosLinkList.length, UserPosLinkList, BeforeUserPosLinkId: goesOnBehind },
    };
  };
