import { askedLanguage } from '../../../shared/domain/asked-language.ts';
import { reusableLinkStateAt } from '../../../shared/domain/reusable-link/reusable-link.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import type { Page, PageFrame } from '../../../shared/pages/document.ts';
import { linkQrPage, reusableLinkQrPage } from '../../../shared/pages/link-qr-page.ts';
import { qrSvg } from '../../../shared/pages/qr-code.ts';
import { texts } from '../../../shared/pages/texts.ts';
import { linkUrlIn, reusableLinkUrl } from '../../../shared/payment-flow/addresses.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import type { ReusableLinkReads } from '../../../shared/ports/reusable-links.ts';
import { qrPng } from './qr-png.ts';

export interface ShowLinkQrDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
  readonly reusableLinks: Pick<ReusableLinkReads, 'findByToken'>;
  readonly looks: DealerLooksDirectory;
  readonly clock: Clock;
  readonly baseUrl: string;
}

const SVG = 'image/svg+xml';
const PNG = 'image/png';

/** What is asked for: by `format`, else a page for a browser that opens the address, else the drawing. */
const formatOf = ({ query, accepts }: PageCall): 'page' | 'png' | 'svg' => {
  if (query?.format === 'png' || query?.format === 'svg') return query.format;
  return accepts('text/html') ? 'page' : 'svg';
};

/** What a code leads to: its address, and how its page looks. */
interface Coded {
  readonly address: string;
  readonly dealerCode: string;
  readonly page: (frame: PageFrame) => Page;
}

const requestAt = async (
  token: string,
  { paymentRequests, clock, baseUrl }: ShowLinkQrDependencies,
): Promise<Coded | undefined> => {
  const link = await paymentRequests.findByToken(token);
  if (link === undefined || linkViewAt(link, clock.now()).kind === 'state') return undefined;
  const address = linkUrlIn(baseUrl)(link);
  return { address, dealerCode: link.dealerCode, page: (frame) => linkQrPage({ link, address, frame }) };
};

const reusableLinkAt = async (
  token: string,
  { reusableLinks, clock, baseUrl }: ShowLinkQrDependencies,
): Promise<Coded | undefined> => {
  const found = await reusableLinks.findByToken(token);
  if (found === undefined || reusableLinkStateAt(found.link, found.places, clock.now()) !== 'active') return undefined;
  const { link } = found;
  const address = reusableLinkUrl(baseUrl, link.token, askedLanguage(link.template));
  return { address, dealerCode: link.dealerCode, page: (frame) => reusableLinkQrPage({ link, address, frame }) };
};

/**
 * The QR code of a link that can be paid, or of a reusable one: as a page to print, as SVG, or as PNG. The code holds the
 * link's own address and nothing else. Any other link, and an unknown one, is 404 with a page.
 */
export const showLinkQr =
  (deps: ShowLinkQrDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { parameters, frame, route = '' } = call;
    const token = parameters.token ?? '';
    const coded = await (route.includes(' /link/') ? reusableLinkAt : requestAt)(token, deps);
    if (coded === undefined) return { statusCode: 404, page: unknownLinkPage(frame) };
    const { address, dealerCode, page } = coded;
    const format = formatOf(call);
    if (format === 'png') return { file: { type: PNG, bytes: qrPng(address) } };
    const label = texts[frame.language].qr.image;
    if (format === 'svg') return { file: { type: SVG, bytes: Buffer.from(qrSvg(address, label).markup) } };
    return { statusCode: 200, page: page({ ...frame, looks: await deps.looks.of(dealerCode) }) };
  };
