import { askingSinceMs } from '../../../shared/domain/attempt/timing.ts';
import { istanbulDayOf } from '../../../shared/domain/calendar.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { tookMoney } from '../../../shared/domain/three-d-payment/repeated-call.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { begunAgainPage, unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import type { PageFrame } from '../../../shared/pages/document.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import { linkUrlIn, THEN_REPORT } from '../../../shared/payment-flow/addresses.ts';
import { linkOfRequest } from '../../../shared/payment-flow/link-stop.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import { dealerWhoMayCharge } from '../../../shared/payment-flow/may-charge.ts';
import { type OfferedCardsDependencies, offeredCards } from '../../../shared/payment-flow/offered-cards.ts';
import { shortageUnderLimits } from '../../../shared/payment-flow/room-in-limits.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { LimitUsage } from '../../../shared/ports/limit-usage.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';
import type { ChargingPause } from '../../../shared/ports/stage-brake.ts';
import { type LinkPageOptions, linkPage } from './link-page.ts';

export interface ShowPaymentPageDependencies extends OfferedCardsDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findWithAttempt' | 'findSuperseded'>;
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByName'>;
  readonly looks: DealerLooksDirectory;
  readonly dealerOf: (dealerCode: string) => Promise<Dealer | undefined>;
  readonly brake: ChargingPause;
  readonly limitUsage: LimitUsage;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** True where the stage sends e-mails. */
  readonly sendsReceipts: boolean;
}

/**
 * What the dealer of a link that can be paid says to it: whether it takes payments now, only by 3D, and with which stored
 * cards. Asked only where a card would be asked for, so that nobody types one in vain.
 */
const dealerSays = async (
  link: PaymentRequest,
  deps: ShowPaymentPageDependencies,
): Promise<Pick<LinkPageOptions, 'isTaking' | 'threeDRequired' | 'offered'>> => {
  const { dealerOf, brake, limitUsage, clock } = deps;
  const nowMs = clock.now();
  if (linkViewAt(link, nowMs).kind !== 'payable') return {};
  const [known, stagePaused] = await Promise.all([dealerOf(link.dealerCode), brake.isOn()]);
  const dealer = dealerWhoMayCharge(known, { stagePaused });
  if (dealer === undefined) return { isTaking: false };
  const [shortage, offered] = await Promise.all([
    shortageUnderLimits(limitUsage, { dealer, terms: link.terms, day: istanbulDayOf(nowMs) }),
    offeredCards(link, dealer, deps),
  ]);
  return { isTaking: shortage === undefined, threeDRequired: dealer.threeDRequired, offered };
};

/** No link has the address: an earlier call of the dealer may have had it. */
const begunAgainOr = async (
  token: string,
  frame: PageFrame,
  { paymentRequests, looks }: Pick<ShowPaymentPageDependencies, 'paymentRequests' | 'looks'>,
): Promise<PageAnswer> => {
  const earlier = await paymentRequests.findSuperseded(token);
  if (earlier === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
  const { link, superseded } = earlier;
  const dressed = { ...frame, looks: await looks.of(link.dealerCode) };
  const page = begunAgainPage({ link, wasCharged: tookMoney(superseded), frame: dressed });
  return { statusCode: 410, page, frameAncestor: frameAncestorOf(link) };
};

/**
 * Shows the link of an address, read strongly: the form to pay it, its result, a pause, or "asking your bank". An
 * unknown address is 404; an expired, cancelled or failed link, and one that was begun again, is 410. It changes nothing.
 */
export const showPaymentPage =
  (deps: ShowPaymentPageDependencies) =>
  async ({ parameters, query, frame }: PageCall): Promise<PageAnswer> => {
    const { paymentRequests, looks, clock, baseUrl } = deps;
    const found = await paymentRequests.findWithAttempt(parameters.token ?? '');
    if (found === undefined) return begunAgainOr(parameters.token ?? '', frame, deps);
    const { link, active, deciding } = found;
    // The dealer's language comes before the browser's, and the payer's own choice before both: every later page follows
    // the address.
    if (link.language !== undefined && query?.lang === undefined) return { location: linkUrlIn(baseUrl)(link) };
    const [shown, said, ofLink] = await Promise.all([
      looks.of(link.dealerCode),
      dealerSays(link, deps),
      linkOfRequest(link, deps),
    ]);
    return linkPage(link, {
      nowMs: clock.now(),
      frame: { ...frame, looks: shown },
      baseUrl,
      askingSinceMs: active === undefined ? undefined : askingSinceMs(active),
      deciding,
      ofLink,
      sendsReceipts: deps.sendsReceipts,
      passOn: query?.then === THEN_REPORT,
      ...said,
    });
  };
