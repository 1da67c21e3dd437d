import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { resultReportOf } from '../../shared/domain/link/result-report.ts';
import { tookMoney } from '../../shared/domain/three-d-payment/repeated-call.ts';
import type { PageCall } from '../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../shared/http/page-response.ts';
import { begunAgainPage, unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import type { PageFrame } from '../../shared/pages/document.ts';
import { frameAncestorOf } from '../../shared/pages/page-headers.ts';
import { type RedirectView, redirectPage } from '../../shared/pages/redirect-page.ts';
import { linkUrl } from '../../shared/payment-flow/addresses.ts';
import type { LinkClosing } from '../../shared/ports/attempts.ts';

export interface RedirectPayerDependencies {
  readonly links: Pick<LinkClosing, 'findByResult' | 'findSupersededByResult'>;
  readonly baseUrl: string;
}

const reportPage = (
  { insideFrame, ...link }: PaymentRequest,
  view: Pick<RedirectView, 'action' | 'report' | 'frame'>,
): PageAnswer => ({
  statusCode: 200,
  page: redirectPage({ ...view, insideFrame }),
  frameAncestor: frameAncestorOf(link),
});

/** No result has the address: that of an earlier call of the dealer may have had it. It is not reported any more. */
const begunAgainOr = async (
  reference: string,
  frame: PageFrame,
  links: RedirectPayerDependencies['links'],
): Promise<PageAnswer> => {
  const earlier = await links.findSupersededByResult(reference);
  if (earlier === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
  const { link, superseded } = earlier;
  const page = begunAgainPage({ link, wasCharged: tookMoney(superseded), frame });
  return { statusCode: 410, page, frameAncestor: frameAncestorOf(link) };
};

/**
 * Makes the payer's browser post the result to the dealer (dealer interface 6, rules 7 and 28). It reads only the
 * link's final state, so opening the address again reports the same. It cannot open CodeForHash, only the hashes. Where
 * the dealer gave no address, the payer is led to the link's own page, which is the receipt.
 */
export const redirectPayer =
  ({ links, baseUrl }: RedirectPayerDependencies) =>
  async ({ parameters, frame }: PageCall): Promise<PageAnswer> => {
    const reference = parameters.reference ?? '';
    const link = await links.findByResult(reference);
    const report = link === undefined ? undefined : resultReportOf(link);
    if (link === undefined || report === undefined) return begunAgainOr(reference, frame, links);
    if (link.redirectUrl === undefined) return { location: linkUrl(baseUrl, link.token, frame.language) };
    return reportPage(link, { action: link.redirectUrl, report, frame });
  };
