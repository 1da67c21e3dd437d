import { readCallbackAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { fieldsIn } from '../../../shared/http/posted-form.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import type { PageFrame } from '../../../shared/pages/document.ts';
import { finishingPage } from '../../../shared/pages/finishing-page.ts';
import { chooseLanguage } from '../../../shared/pages/language.ts';
import { canCarry, carriedIn, carry } from './carried-form.ts';
import type { complete3D } from './complete-3d.ts';

/**
 * The payer's language as the bank echoes it from our form, else the browser's. Nothing of the callback is verified yet,
 * and this alone is read of it: it decides about the words of a page.
 */
const inPayersLanguage = (frame: PageFrame, callback: Buffer): PageFrame => {
  const echoed = fieldsIn(callback)?.find(([name]) => name.toLowerCase() === 'lang')?.[1];
  return { ...frame, language: chooseLanguage(echoed, frame.language) };
};

/**
 * The bank's callback as pages (rule 2). What the bank has the browser post is answered at once, without a look at the
 * store, by the page that posts it on; what that page posts is completed, and the browser moved on by a 303, so that a
 * reload posts nothing again. A body that can be no callback shows the page of the link.
 */
export const answerPayer =
  (complete: ReturnType<typeof complete3D>) =>
  async ({ parameters: { address = '' }, form = Buffer.alloc(0), frame }: PageCall): Promise<PageAnswer> => {
    const unknown = { statusCode: 404, page: unknownLinkPage(frame) };
    if (readCallbackAddress(address) === undefined) return unknown;
    const carried = carriedIn(form);
    if (carried === undefined && canCarry(form)) {
      const page = finishingPage({ fields: [carry(form)], frame: inPayersLanguage(frame, form) });
      return { statusCode: 200, page };
    }
    const posted = carried === undefined ? [] : (fieldsIn(carried) ?? []);
    return (await complete({ address, posted })) ?? unknown;
  };
