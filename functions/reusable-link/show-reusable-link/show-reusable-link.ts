import { askedLanguage } from '../../../shared/domain/asked-language.ts';
import type { ReusableLink } from '../../../shared/domain/reusable-link/reusable-link.ts';
import { madeIn } from '../../../shared/http/link-cookies.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { linkFormAnswer, linkRefusalAnswer } from '../../../shared/http/reusable-link-answer.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { reusableLinkUrl } from '../../../shared/payment-flow/addresses.ts';
import { type LinkTakingDependencies, takingOfLink } from '../../../shared/payment-flow/link-taking.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';

export interface ShowReusableLinkDependencies extends LinkTakingDependencies {
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByToken'>;
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly looks: DealerLooksDirectory;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** True where the request that this browser made last of the link is paid. What it paid, and who, is not told: see rule 52. */
const hasPaid = async (
  { name }: ReusableLink,
  cookies: PageCall['cookies'],
  { paymentRequests }: ShowReusableLinkDependencies,
): Promise<boolean> => {
  const token = madeIn(cookies);
  const made = token === undefined ? undefined : await paymentRequests.findByToken(token);
  return made?.madeOf?.name === name && made.state === 'paid';
};

/**
 * Shows a reusable link, read strongly: its form, or why it takes no payment now. An unknown address is 404, an expired or
 * used-up link 410. It writes nothing; a browser without the cookie of these pages gets one.
 */
export const showReusableLink =
  (deps: ShowReusableLinkDependencies) =>
  async ({ parameters, query, frame, cookies }: PageCall): Promise<PageAnswer> => {
    const { reusableLinks, looks, clock, baseUrl } = deps;
    const found = await reusableLinks.findByToken(parameters.token ?? '');
    if (found === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    const { link } = found;
    // The dealer's language comes before the browser's, and the payer's own choice before both.
    const language = askedLanguage(link.template);
    if (language !== undefined && query?.lang === undefined)
      return { location: reusableLinkUrl(baseUrl, link.token, language) };
    const [shown, taking, paid] = await Promise.all([
      looks.of(link.dealerCode),
      takingOfLink(found, deps),
      hasPaid(link, cookies, deps),
    ]);
    const context = { link, frame: { ...frame, looks: shown }, cookies, nowMs: clock.now() };
    if (taking.kind === 'stopped') return linkRefusalAnswer(context, taking.why);
    return linkFormAnswer(context, { notice: paid ? 'paid-before' : undefined });
  };
