import { bankCodeMessages } from '../../shared/domain/attempt/bank-codes.ts';
import { type PaymentRequest, reportedCodeOf } from '../../shared/domain/link/payment-request.ts';
import type { PageCall } from '../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../shared/http/page-response.ts';
import { unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../shared/pages/page-headers.ts';
import { type RedirectFields, type RedirectView, redirectPage } from '../../shared/pages/redirect-page.ts';
import { linkUrl } from '../../shared/payment-flow/addresses.ts';
import type { LinkClosing } from '../../shared/ports/attempts.ts';

export interface RedirectPayerDependencies {
  readonly links: Pick<LinkClosing, 'findByResult'>;
  readonly baseUrl: string;
}

/** The five fields of the report, from the link's final state alone (decisions: the report of a result). */
const fieldsOf = (link: PaymentRequest): RedirectFields | undefined => {
  const { result } = link.progress;
  if (result === undefined || (link.state !== 'paid' && link.state !== 'failed')) return undefined;
  const paid = link.state === 'paid';
  const code = reportedCodeOf(link);
  return {
    ...(link.shop?.signed === false ? {} : { hashValue: paid ? link.secrets.successHash : link.secrets.failureHash }),
    resultCode: code,
    resultMessage: code === '' ? '' : bankCodeMessages[code],
    trxCode: result.orderId,
    otherTrxCode: link.otherTrxCode ?? '',
  };
};

const reportPage = (
  { insideFrame, ...link }: PaymentRequest,
  report: Pick<RedirectView, 'action' | 'fields' | 'frame'>,
): PageAnswer => ({
  statusCode: 200,
  page: redirectPage({ ...report, insideFrame }),
  frameAncestor: frameAncestorOf(link),
});

/**
 * Makes the payer's browser post the result to the dealer (dealer interface 6, rules 7 and 28). It reads only the
 * link's final state, so opening the address again reports the same. It cannot open CodeForHash, only the hashes. Where
 * the dealer gave no address, the payer is led to the link's own page, which is the receipt.
 */
export const redirectPayer =
  ({ links, baseUrl }: RedirectPayerDependencies) =>
  async ({ parameters, frame }: PageCall): Promise<PageAnswer> => {
    const link = await links.findByResult(parameters.reference ?? '');
    const fields = link === undefined ? undefined : fieldsOf(link);
    if (link === undefined || fields === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    if (link.redirectUrl === undefined) return { location: linkUrl(baseUrl, link.token, frame.language) };
    return reportPage(link, { action: link.redirectUrl, fields, frame });
  };
