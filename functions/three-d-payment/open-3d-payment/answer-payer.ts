import { boxAnswer, boxCallOf } from '../../../shared/http/box-answer.ts';
import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { handOverPage } from '../../../shared/pages/hand-over-page.ts';
import { frameAncestorOf } from '../../../shared/pages/page-headers.ts';
import type { BoxCall, BoxOutcome } from '../../../shared/payment-flow/open-box.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';

export interface AnswerPayerDependencies {
  readonly open: (call: BoxCall) => Promise<BoxOutcome<ThreeDForm>>;
  readonly clock: Clock;
}

/** Reads a payer's request at the address of a 3D payment, and answers with the page. */
export const answerPayer =
  ({ open, clock }: AnswerPayerDependencies) =>
  async (call: PageCall): Promise<PageAnswer> => {
    const outcome = await open(boxCallOf(call));
    if (outcome.kind !== 'hand-over') return boxAnswer(outcome, call, clock);
    const { form, link } = outcome;
    return { statusCode: 200, frameAncestor: frameAncestorOf(link), page: handOverPage({ form, frame: call.frame }) };
  };
