import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { linkQrPage } from '../../../shared/pages/link-qr-page.ts';
import { qrSvg } from '../../../shared/pages/qr-code.ts';
import { texts } from '../../../shared/pages/texts.ts';
import { linkUrlIn } from '../../../shared/payment-flow/addresses.ts';
import { linkViewAt } from '../../../shared/payment-flow/link-view.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { PaymentRequests } from '../../../shared/ports/payment-requests.ts';
import { qrPng } from './qr-png.ts';

export interface ShowLinkQrDependencies {
  readonly paymentRequests: Pick<PaymentRequests, 'findByToken'>;
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

/**
 * The QR code of a link that can be paid: as a page to print, as SVG, or as PNG. The code holds the link's own address
 * and nothing else. Any other link, and an unknown one, is 404 with a page.
 */
export const showLinkQr =
  ({ paymentRequests, looks, clock, baseUrl }: ShowLinkQrDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { parameters, frame } = call;
    const token = parameters.token ?? '';
    const link = await paymentRequests.findByToken(token);
    if (link === undefined || linkViewAt(link, clock.now()).kind === 'state') {
      return { statusCode: 404, page: unknownLinkPage(frame) };
    }
    const address = linkUrlIn(baseUrl)(link);
    const format = formatOf(call);
    if (format === 'png') return { file: { type: PNG, bytes: qrPng(address) } };
    const label = texts[frame.language].qr.image;
    if (format === 'svg') return { file: { type: SVG, bytes: Buffer.from(qrSvg(address, label).markup) } };
    const dressed = { ...frame, looks: await looks.of(link.dealerCode) };
    return { statusCode: 200, page: linkQrPage({ link, address, frame: dressed }) };
  };
