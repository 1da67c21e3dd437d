import { readAdvice } from '../../shared/domain/card/card-input.ts';
import type { PageAnswer, PageCall } from '../../shared/http/page-handler.ts';
import { unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { THEN_REPORT } from '../../shared/payment-flow/addresses.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { ADDRESS_TOKEN_PATTERN } from '../../shared/ports/identifiers.ts';
import type { PaymentRequests } from '../../shared/ports/payment-requests.ts';
import { linkPage } from './link-page.ts';

export interface ShowPaymentPageDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly attempts: Pick<Attempts, 'find'>;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/**
 * Shows the link of an address, read strongly in one trip: the form to pay it, its result, a pause, or that the bank is
 * being asked. An unknown address is 404, an expired, cancelled or failed link 410. Looking changes nothing.
 */
export const showPaymentPage =
  ({ paymentRequests, attempts, clock, baseUrl }: ShowPaymentPageDependencies) =>
  async ({ parameters, query, frame }: PageCall): Promise<PageAnswer> => {
    const token = parameters.token ?? '';
    const link = ADDRESS_TOKEN_PATTERN.test(token) ? await paymentRequests.findByToken(token) : undefined;
    if (link === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    const { slot } = link.progress;
    const attempt = slot === undefined ? undefined : await attempts.find(slot);
    const told = { advice: readAdvice(query?.advice), passOn: query?.then === THEN_REPORT };
    return linkPage(link, { nowMs: clock.now(), frame, baseUrl, askingSinceMs: attempt?.lastCallAtMs, ...told });
  };
