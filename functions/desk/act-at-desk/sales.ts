import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { answerAfter, applyAtDesk, DeskRefusal } from '../../../shared/desk/call/desk-command.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { requirePermitted } from '../../../shared/domain/dealer/permitted-operation.ts';
import { type DeskAction, mayDo } from '../../../shared/domain/desk/roles.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { deskCustomerTexts } from '../../../shared/pages/desk/customer/customer-texts.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { unchangedDeskPage } from '../../../shared/pages/desk/frame/unchanged-desk-page.ts';
import { pausingOfSale } from '../../../shared/payment-flow/pause-sale.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { SaleBook } from '../../../shared/ports/sales.ts';
import type { DeskActing } from './act-at-desk.ts';

export interface ActOnSalesDependencies {
  readonly changes: OperatorChanges;
  readonly sales: Pick<SaleBook, 'open'>;
}

type SoAlready = 'paused-already' | 'not-paused';

/** Pauses a sale or lets it go on, as operators do; a dealer that may not change sales may not do this either. */
const pause = async (
  call: DeskCall,
  { id, isPause }: { readonly id: number; readonly isPause: boolean },
  { changes, sales }: ActOnSalesDependencies,
): Promise<PageAnswer | undefined> => {
  const { dealer, frame, nowMs } = call;
  const { dealerCode } = dealer;
  const before = await sales.open(dealerCode, id);
  if (before === undefined) return undefined;
  const { sale: words } = deskCustomerTexts[frame.language];
  const href = `/desk/sales/${id}`;
  const view = { frame, section: 'customers', back: { href, text: words.title(before.sale.saleCode) } } as const;
  const asked = { command: isPause ? 'desk-pause-sale' : 'desk-resume-sale', input: { dealerSaleId: id } } as const;
  try {
    const outcome = await applyAtDesk({ call, changes }, asked, async () => {
      requirePermitted(dealer, { operation: 'UpdateSale' });
      const stored = (await sales.open(dealerCode, id)) ?? before;
      const pausing = pausingOfSale(stored, { pause: isPause, nowMs });
      if (pausing.kind !== 'change') throw new DeskRefusal<SoAlready>(pausing.kind);
      const { dealerSaleId, saleCode, version } = pausing.sale;
      const result = { dealerCode, dealerSaleId, saleCode, version };
      const states = { before: { paused: !isPause }, after: { paused: isPause } };
      return {
        change: pausing.change,
        entry: { dealerCode, changed: pausing.changed, result, ...states },
        extra: undefined,
      };
    });
    return answerAfter(outcome, { ...view, location: `${href}?done=${isPause ? 'paused' : 'resumed'}` });
  } catch (error) {
    if (error instanceof DeskRefusal) {
      const sentence = words.soAlready[error.problem as SoAlready];
      return { statusCode: 409, page: unchangedDeskPage({ sentence }, view) };
    }
    if (!(error instanceof Refusal)) throw error;
    return { statusCode: 409, page: unchangedDeskPage({ sentence: words.notPossible }, view) };
  }
};

/** What posts about sales do, with what a role must be allowed (rule 54). */
export const saleActs: Readonly<Record<string, DeskAction>> = { pause: 'pause-sale', resume: 'pause-sale' };

/** What a post about recurring sales does: pause one, let it go on. */
export const actOnSales =
  (deps: ActOnSalesDependencies): DeskActing =>
  async (call, { id: text, action }) => {
    const needed = Object.hasOwn(saleActs, action) ? saleActs[action] : undefined;
    if (needed === undefined) return undefined;
    if (!mayDo(call.role, needed)) return { statusCode: 403, page: notAllowedDeskPage(call.frame) };
    const id = idInPath(text);
    return id === undefined ? undefined : pause(call, { id, isPause: action === 'pause' }, deps);
  };
