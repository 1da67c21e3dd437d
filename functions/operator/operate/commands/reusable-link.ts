import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { type PlannedLinkChange, plannedLinkChange } from '../../../../shared/domain/reusable-link/link-change.ts';
import type { ReusableLinkFields } from '../../../../shared/domain/reusable-link/link-fields.ts';
import { reusableLinkStateAt, reusableLinkStates } from '../../../../shared/domain/reusable-link/reusable-link.ts';
import { auditedLinkChange } from '../../../../shared/links/change-reusable-link.ts';
import { countOfLink } from '../../../../shared/links/count-of-link.ts';
import { draftReusableLink } from '../../../../shared/links/create-reusable-link.ts';
import { LINK_POSITION, linkAtPosition, positionOfLink } from '../../../../shared/links/reusable-link-position.ts';
import { reusableLinkQrUrl, reusableLinkUrlIn } from '../../../../shared/payment-flow/addresses.ts';
import type { LinkWithPlaces } from '../../../../shared/ports/reusable-links.ts';
import { type CommandCall, changeCommand, type PlannedChange, showCommand } from '../command.ts';
import { CommandError, invalidField, notFound, notPossible } from '../command-error.ts';
import { defaulted, type InputOf, optional } from '../fields.ts';
import { anyId, choice, flag, whole } from '../kinds.ts';
import { nextVersion, versionField } from '../put.ts';
import { shownCounts, shownReusableLink, summaryOfLink } from '../reusable-link-view.ts';
import { shownTime } from '../values-in-views.ts';
import { existingDealer } from './dealer.ts';
import { definitionIdOf } from './definition-of-dealer.ts';
import { cursorOf, dealerCodeField } from './fields-in-common.ts';
import { linkCodeKind, linkFields, requestFieldsIn } from './reusable-link-fields.ts';

const GROUP = 'Reusable links';

/** The refusal of a use case, which speaks of the dealers' fields, as a refusal of the command. */
const asCommandError = ({ reason, sentence }: Refusal): CommandError =>
  new CommandError(reason === 'InvalidRequest' ? 'InvalidInput' : 'NotPossible', sentence);

const inWordsOfCommands = <Value>(carryOut: () => Value): Value => {
  try {
    return carryOut();
  } catch (error) {
    throw error instanceof Refusal ? asCommandError(error) : error;
  }
};

const newLinkChange = async (
  fields: ReusableLinkFields,
  dealer: Dealer,
  { deps }: CommandCall,
): Promise<PlannedChange> => {
  const link = await draftReusableLink({ dealer, fields }, deps.linkMaking).catch((error: unknown) => {
    throw error instanceof Refusal ? asCommandError(error) : error;
  });
  const { dealerCode } = dealer;
  return {
    dealerCode,
    change: { kind: 'reusable-link', record: link },
    changed: ['reusableLink'],
    result: { dealerCode, linkCode: link.linkCode, userPosLinkId: link.userPosLinkId, version: link.version },
    // Whoever has the address can pay, and it is given out: yet it stands in no audit entry (rule 30).
    secrets: { url: reusableLinkUrlIn(deps.baseUrl)(link), qr: reusableLinkQrUrl(deps.baseUrl, link.token) },
  };
};

/** A version of the link that changes nothing but its number. */
const sameAgain = ({ link }: LinkWithPlaces): PlannedLinkChange => ({
  after: { ...link, version: link.version + 1 },
  shifts: [],
});

const changeOf = (planned: PlannedLinkChange, found: LinkWithPlaces, nowMs: number): PlannedChange => {
  const { dealerCode, linkCode, userPosLinkId, version } = planned.after;
  const { change, changed } = auditedLinkChange(planned, found, nowMs);
  return { dealerCode, change, changed, result: { dealerCode, linkCode, userPosLinkId, version, changed } };
};

type PutInput = InputOf<typeof linkFields>;

/** Members that a link goes without once null is given. */
const REMOVABLE: readonly string[] = ['description', 'expireDate'];

const refuseRemoved = (input: PutInput): void => {
  const removed = Object.entries(input).find(([name, value]) => value === null && !REMOVABLE.includes(name));
  if (removed !== undefined) throw invalidField(removed[0], 'cannot be removed');
};

const withoutRemoved = ({ after, ...change }: PlannedLinkChange, input: PutInput): PlannedLinkChange => {
  const { description, expiresAtMs, ...others } = after;
  return {
    ...change,
    after: {
      ...others,
      ...omitUndefined({
        description: input.description === null ? undefined : description,
        expiresAtMs: input.expireDate === null ? undefined : expiresAtMs,
      }),
    },
  };
};

export const putLink = changeCommand(
  {
    name: 'put-link',
    group: GROUP,
    summary:
      'Create or change a reusable link: an address that many payers open, as CreateUserPosLink and UpdateUserPosLink do.',
    notes: [
      'Only description, maxPayments, expireDate and active of a link change. A link that was made without maxPayments never gets it.',
      'The address and that of its QR code are shown once, when the link is made; show-link with qr=true shows them again.',
      'Amounts, currency and questions stay as they were made: make another link with another code.',
    ],
    fields: {
      ...linkFields,
      version: versionField,
      active: defaulted(flag, true, { meaning: 'Payers may begin. A link that exists stays as it is when not given.' }),
    },
    example: { dealerCode: '1001', linkCode: 'BREAD-1', title: 'Bread course', amount: '349.90', maxPayments: 30 },
  },
  async (input, call) => {
    const { dealerCode, linkCode } = input;
    const dealer = await existingDealer(dealerCode, call);
    const found = await call.deps.reusableLinks.findByCode(dealerCode, linkCode);
    nextVersion(`link ${linkCode}`, found?.link.version, input.version);
    const asked = requestFieldsIn(input);
    if (found === undefined) {
      const dealerCustomerTypeId = await definitionIdOf(input, call);
      // Where the dealer's money has to wait in the pool, there is nothing to choose.
      const pooled = dealer.pool === 'required' ? { isPoolPayment: 1 } : {};
      return newLinkChange({ ...asked, dealerCustomerTypeId, returnHash: 1, ...pooled }, dealer, call);
    }
    refuseRemoved(input);
    const isActive = typeof input.active === 'boolean' ? { isActive: input.active ? 1 : 0 } : {};
    const change = inWordsOfCommands(() => plannedLinkChange({ ...asked, ...isActive }, found, call.nowMs));
    return changeOf(withoutRemoved(change ?? sameAgain(found), input), found, call.nowMs);
  },
);

const names = {
  dealerCode: dealerCodeField,
  linkCode: optional(linkCodeKind, "The dealer's code of the link."),
  userPosLinkId: optional(anyId, 'Its UserPosLinkId, instead of the code.'),
};

const namedLink = async (
  {
    dealerCode,
    linkCode,
    userPosLinkId: id,
  }: {
    readonly dealerCode: string;
    readonly linkCode?: string | null | undefined;
    readonly userPosLinkId?: number | null | undefined;
  },
  { deps: { reusableLinks } }: CommandCall,
): Promise<LinkWithPlaces> => {
  if ((typeof id === 'number') === (typeof linkCode === 'string')) {
    throw invalidField('linkCode', 'or userPosLinkId is required, one of the two');
  }
  const found =
    typeof id === 'number'
      ? await reusableLinks.findById(dealerCode, id)
      : await reusableLinks.findByCode(dealerCode, linkCode ?? '');
  if (found === undefined) throw notFound(`such link of dealer ${dealerCode}`);
  return found;
};

export const showLink = showCommand(
  {
    name: 'show-link',
    group: GROUP,
    summary:
      'Show a reusable link by its code or its id: what it asks, its state, its places, and what became of its requests.',
    notes: [
      'Of a link with more than 2,000 requests the counts are those of the nights up to countedAt; before the first of them, where countsAreWhole is false, those of its newest requests.',
      'The address is shown only with qr. In a browser the address of the QR code is a page to print; ?format=svg and ?format=png are the drawing alone.',
    ],
    fields: { ...names, qr: defaulted(flag, false, { meaning: 'Show its address and that of its QR code.' }) },
    example: { dealerCode: '1001', linkCode: 'BREAD-1' },
  },
  async (input, call) => {
    const found = await namedLink(input, call);
    const { counts, countedAtMs, isWhole } = await countOfLink(found.link, call.deps);
    const { baseUrl } = call.deps;
    return {
      ...shownReusableLink(found, call.nowMs),
      counts: shownCounts(counts),
      countedAt: shownTime(countedAtMs),
      countsAreWhole: isWhole,
      ...(input.qr === true
        ? { url: reusableLinkUrlIn(baseUrl)(found.link), qr: reusableLinkQrUrl(baseUrl, found.link.token) }
        : {}),
    };
  },
);

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;
/** Pages that one call reads in search of a state. */
const MOST_PAGES = 10;

export const listLinks = showCommand(
  {
    name: 'list-links',
    group: GROUP,
    summary: "List a dealer's reusable links, newest first.",
    notes: [
      'A link appears in the list within a second or so of its creation.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a state is asked for.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      state: optional(choice(reusableLinkStates), 'Only links in this state.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most links in the answer.' }),
      cursor: cursorOf(LINK_POSITION),
    },
    example: { dealerCode: '1001', state: 'active', limit: 50 },
  },
  async ({ dealerCode, state, limit: asked, cursor }, { deps, nowMs }) => {
    const limit = asked ?? DEFAULT_PAGE;
    const found: LinkWithPlaces[] = [];
    let behind = typeof cursor === 'string' ? linkAtPosition(cursor) : undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { links, isLast } = await deps.reusableLinks.list(dealerCode, {
        limit: MAX_PAGE,
        ...(behind === undefined ? {} : { behind }),
      });
      for (const one of links) {
        const isWanted = typeof state !== 'string' || reusableLinkStateAt(one.link, one.places, nowMs) === state;
        if (isWanted) found.push(one);
        behind = one.link;
        if (found.length === limit) break;
      }
      if (found.length === limit || isLast) {
        const isOver = isLast && behind?.name === links.at(-1)?.link.name;
        behind = isOver || links.length === 0 ? undefined : behind;
        break;
      }
    }
    return {
      dealerCode,
      links: found.map((one) => summaryOfLink(one, nowMs)),
      ...(behind === undefined ? {} : { next: positionOfLink(behind) }),
    };
  },
);

export const deactivateLink = changeCommand(
  {
    name: 'deactivate-link',
    group: GROUP,
    summary: 'Switch a reusable link off: no payer begins any more.',
    notes: [
      "Payers who are at the bank's 3D page may finish. put-link with active=true switches it on again.",
      'A link that is switched off already is refused.',
    ],
    fields: names,
    example: { dealerCode: '1001', linkCode: 'BREAD-1' },
  },
  async (input, call) => {
    const found = await namedLink(input, call);
    if (!found.link.active) throw notPossible('This link is switched off already.', 'linkCode');
    const { link } = found;
    return changeOf({ after: { ...link, version: link.version + 1, active: false }, shifts: [] }, found, call.nowMs);
  },
);
