import type { BoxView } from '../domain/three-d-payment/box-view.ts';
import { atBankPage, openingPage } from '../pages/box-pages.ts';
import { begunAgainPage, closedLinkPage, unknownLinkPage } from '../pages/closed-link-page.ts';
import { formFields } from '../pages/form-fields.ts';
import { frameAncestorOf } from '../pages/page-headers.ts';
import { waitingPage, waitingRefreshSeconds } from '../pages/waiting-page.ts';
import type { Clock } from '../ports/clock.ts';
import type { PageCall } from './page-handler.ts';
import type { PageAnswer } from './page-response.ts';

const doneBy = ({ method, posted }: PageCall): 'look' | 'open' | 'give-up' | 'retry' => {
  if (method !== 'POST') return 'look';
  const action = posted?.find(([name]) => name === formFields.action)?.[1];
  return action === 'give-up' || action === 'retry' ? action : 'open';
};

/** A payer's request at the address of a dealer's 3D payment. */
export const boxCallOf = (call: PageCall) => {
  const { sourceAddress: payerAddress, frame, parameters, browser } = call;
  return { address: parameters.address ?? '', does: doneBy(call), payerAddress, language: frame.language, browser };
};

/** The page that answers it, unless the payer goes to the bank. */
export const boxAnswer = (view: BoxView, { frame }: Pick<PageCall, 'frame'>, clock: Clock): PageAnswer => {
  if (view.kind === 'unknown') return { statusCode: 404, page: unknownLinkPage(frame) };
  if (view.kind === 'moved') return { location: view.location };
  const { link } = view;
  const framed = { statusCode: 200, frameAncestor: frameAncestorOf(link) };
  switch (view.kind) {
    case 'opening':
      return { ...framed, page: openingPage(frame) };
    case 'at-bank':
      return { ...framed, page: atBankPage({ link, frame }) };
    case 'cancelled':
      return { ...framed, page: closedLinkPage({ link, state: 'cancelled', frame }) };
    case 'begun-again':
      return { ...framed, page: begunAgainPage({ link, wasCharged: view.wasCharged, frame }) };
    case 'waiting': {
      const waited = { sinceMs: view.sinceMs, nowMs: clock.now() };
      const page = waitingPage({ link, ...waited, frame });
      return { ...framed, page, refreshAfterSeconds: waitingRefreshSeconds(waited) };
    }
  }
};
