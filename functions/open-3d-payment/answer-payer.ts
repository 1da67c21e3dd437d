import type { PageCall } from '../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../shared/http/page-response.ts';
import { atBankPage, openingPage } from '../../shared/pages/box-pages.ts';
import { begunAgainPage, closedLinkPage, unknownLinkPage } from '../../shared/pages/closed-link-page.ts';
import { formFields } from '../../shared/pages/form-fields.ts';
import { handOverPage } from '../../shared/pages/hand-over-page.ts';
import { frameAncestorOf } from '../../shared/pages/page-headers.ts';
import { waitingPage, waitingRefreshSeconds } from '../../shared/pages/waiting-page.ts';
import type { Clock } from '../../shared/ports/clock.ts';
import type { BoxCall, BoxOutcome } from './open-3d-payment.ts';

export interface AnswerPayerDependencies {
  readonly open: (call: BoxCall) => Promise<BoxOutcome>;
  readonly clock: Clock;
}

const doneBy = ({ method, posted }: PageCall): BoxCall['does'] => {
  if (method !== 'POST') return 'look';
  const action = posted?.find(([name]) => name === formFields.action)?.[1];
  return action === 'give-up' || action === 'retry' ? action : 'open';
};

const pageOf = (outcome: BoxOutcome, { frame }: PageCall, clock: Clock): PageAnswer => {
  if (outcome.kind === 'unknown') return { statusCode: 404, page: unknownLinkPage(frame) };
  if (outcome.kind === 'moved') return { location: outcome.location };
  const { link } = outcome;
  const framed = { statusCode: 200, frameAncestor: frameAncestorOf(link) };
  switch (outcome.kind) {
    case 'opening':
      return { ...framed, page: openingPage(frame) };
    case 'hand-over':
      return { ...framed, page: handOverPage({ form: outcome.form, frame }) };
    case 'at-bank':
      return { ...framed, page: atBankPage({ link, frame }) };
    case 'cancelled':
      return { ...framed, page: closedLinkPage({ link, state: 'cancelled', frame }) };
    case 'begun-again':
      return { ...framed, page: begunAgainPage({ link, wasCharged: outcome.wasCharged, frame }) };
    case 'waiting': {
      const waited = { sinceMs: outcome.sinceMs, nowMs: clock.now() };
      const page = waitingPage({ link, ...waited, frame });
      return { ...framed, page, refreshAfterSeconds: waitingRefreshSeconds(waited) };
    }
  }
};

/** Reads a payer's request at the address of a 3D payment, and answers with the page. */
export const answerPayer =
  ({ open, clock }: AnswerPayerDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const { sourceAddress: payerAddress, frame, parameters } = call;
    const { language } = frame;
    const outcome = await open({ address: parameters.address ?? '', does: doneBy(call), payerAddress, language });
    return pageOf(outcome, call, clock);
  };
