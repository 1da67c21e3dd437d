import { bankCodeMessages } from '../../shared/domain/attempt/bank-codes.ts';
import { type PaymentRequest, reportedCodeOf } from '../../shared/domain/link/payment-request.ts';
import type { PageAnswer, PageCall } from '../../shared/http/page-handler.ts';
import { type PageFrame, unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { frameAncestorOf } from '../../shared/pages/document.ts';
import { receiptPage } from '../../shared/pages/receipt-page.ts';
import { type RedirectFields, redirectPage } from '../../shared/pages/redirect-page.ts';
import type { LinkClosing } from '../../shared/ports/attempts.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import { ADDRESS_TOKEN_PATTERN } from '../../shared/ports/identifiers.ts';

export interface RedirectPayerDependencies {
  readonly links: Pick<LinkClosing, 'findByResult'>;
  readonly clock: Clock;
}

/** The five fields of the wire facts: hash and words of the link's final state, which is all that decides them. */
const fieldsOf = (link: PaymentRequest): RedirectFields | undefined => {
  const { result } = link.progress;
  if (result === undefined || (link.state !== 'paid' && link.state !== 'failed')) return undefined;
  const paid = link.state === 'paid';
  const code = reportedCodeOf(link);
  return {
    hashValue: paid ? link.secrets.successHash : link.secrets.failureHash,
    resultCode: code,
    resultMessage: code === '' ? '' : bankCodeMessages[code],
    trxCode: result.orderId,
    otherTrxCode: link.otherTrxCode ?? '',
  };
};

const report = (link: PaymentRequest, fields: RedirectFields, frame: PageFrame, nowMs: number): PageAnswer => {
  const framed = { frameAncestor: frameAncestorOf(link) };
  if (link.redirectUrl === undefined) {
    return { statusCode: 200, page: receiptPage({ link, nowMs, frame }), ...framed };
  }
  const page = redirectPage({ action: link.redirectUrl, fields, insideFrame: link.insideFrame, frame });
  return { statusCode: 200, page, kind: 'redirect', ...framed };
};

/**
 * Has the payer's browser post the result to the dealer (section 6, wire facts, rules 7 and 28). It reads the link's
 * final state and nothing else, so that opening it again says the same again. CodeForHash is not at hand here.
 */
export const redirectPayer =
  ({ links, clock }: RedirectPayerDependencies) =>
  async ({ parameters, frame }: PageCall): Promise<PageAnswer> => {
    const reference = parameters.reference ?? '';
    const link = ADDRESS_TOKEN_PATTERN.test(reference) ? await links.findByResult(reference) : undefined;
    const fields = link === undefined ? undefined : fieldsOf(link);
    if (link === undefined || fields === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    return report(link, fields, frame, clock.now());
  };
