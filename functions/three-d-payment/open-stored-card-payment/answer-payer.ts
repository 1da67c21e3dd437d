import { boxAnswer, boxCallOf } from '../../../shared/http/box-answer.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { gatePage } from '../../../shared/pages/gate-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import type { BoxCall, BoxOutcome } from '../../../shared/payment-flow/open-box.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { PayerForm } from '../../../shared/ports/three-d-gate.ts';

export interface AnswerPayerDependencies {
  readonly open: (call: BoxCall) => Promise<BoxOutcome<PayerForm>>;
  readonly clock: Clock;
}

/** Reads a payer's request at the address of a 3D payment by a stored card, and answers with the page. */
export const answerPayer =
  ({ open, clock }: AnswerPayerDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const outcome = await open(boxCallOf(call));
    if (outcome.kind !== 'hand-over') return boxAnswer(outcome, call, clock);
    const { form, link } = outcome;
    return { statusCode: 200, frameAncestor: frameAncestorOf(link), page: gatePage({ form, frame: call.frame }) };
  };
