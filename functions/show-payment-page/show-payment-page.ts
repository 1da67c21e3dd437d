import { type LinkState, linkStateAt } from '../../shared/domain/payment-request.ts';
import type { PageAnswer, PageCall } from '../../shared/http/page-handler.ts';
import { paymentRequestPage, unknownLinkPage } from '../../shared/pages/payment-request-page.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';

export interface ShowPaymentPageDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly clock: Clock;
}

/** 128 bits in URL-safe text; anything else names no link and is not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

const statusOf: Readonly<Record<LinkState, number>> = {
  open: 200,
  paid: 200,
  failed: 410,
  expired: 410,
  cancelled: 410,
};

/**
 * Shows the link of an address: dealer, amount and state, read strongly in one trip. An unknown address is 404, an
 * expired or cancelled link 410. Looking changes nothing.
 */
export const showPaymentPage =
  ({ paymentRequests, clock }: ShowPaymentPageDependencies) =>
  async ({ parameters, frame }: PageCall): Promise<PageAnswer> => {
    const token = parameters.token ?? '';
    const link = TOKEN.test(token) ? await paymentRequests.findByToken(token) : undefined;
    if (link === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    const state = linkStateAt(link, clock.now());
    return { statusCode: statusOf[state], page: paymentRequestPage(link, state, frame) };
  };
