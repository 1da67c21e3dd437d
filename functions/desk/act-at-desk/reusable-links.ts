import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { answerAfter, applyAtDesk, DeskRefusal, onceIn } from '../../../shared/desk/call/desk-command.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { type LinkChoicesDependencies, linkChoicesOf } from '../../../shared/desk/link/link-choices.ts';
import {
  readReusableForm,
  reusableFormRefusalOf,
  typedReusableOf,
} from '../../../shared/desk/link/reusable-form-reading.ts';
import { requirePermitted } from '../../../shared/domain/dealer/permitted-operation.ts';
import { type DeskAction, mayDo } from '../../../shared/domain/desk/roles.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { plannedLinkChange } from '../../../shared/domain/reusable-link/link-change.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { auditedLinkChange } from '../../../shared/links/change-reusable-link.ts';
import { type DraftReusableLinkDependencies, draftReusableLink } from '../../../shared/links/create-reusable-link.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { unchangedDeskPage } from '../../../shared/pages/desk/frame/unchanged-desk-page.ts';
import type { ReusableFormRefusal } from '../../../shared/pages/desk/link/reusable-form-fields.ts';
import { refusedReusablePage } from '../../../shared/pages/desk/link/reusable-pages.ts';
import { deskReusableTexts } from '../../../shared/pages/desk/link/reusable-texts.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { DeskActing } from './act-at-desk.ts';

export interface ActOnReusableLinksDependencies extends DraftReusableLinkDependencies, LinkChoicesDependencies {
  readonly changes: OperatorChanges;
  readonly reusableLinks: Pick<ReusableLinks, 'findById'>;
}

const LIST = '/desk/reusable-links';

/** The page of a form of which no link was made, with what was typed. */
const refusedForm = async (
  call: DeskCall,
  refusal: ReusableFormRefusal,
  { deps, fresh }: { readonly deps: ActOnReusableLinksDependencies; readonly fresh: boolean },
): Promise<PageAnswer> => {
  const { frame, dealer } = call;
  const choices = await linkChoicesOf(deps, dealer);
  const once = (fresh ? undefined : onceIn(call)) ?? deps.randomness.guid().toLowerCase();
  const form = { frame, choices, currencies: dealer.currencies, once, typed: typedReusableOf(call), refusal };
  return { statusCode: 422, page: refusedReusablePage(form) };
};

/** Makes the reusable link of a form by the rules of CreateUserPosLink, once for the form's value (rule 54). */
const make = async (call: DeskCall, deps: ActOnReusableLinksDependencies): Promise<PageAnswer> => {
  const { dealer, language } = call;
  const { dealerCode } = dealer;
  const asked = { command: 'desk-create-reusable-link', input: typedReusableOf(call) } as const;
  try {
    const outcome = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
      requirePermitted(dealer, { operation: 'CreateUserPosLink', channel: 'paymentRequest' });
      const choices = await linkChoicesOf(deps, dealer);
      const once = onceIn(call) ?? '';
      const fields = readReusableForm(typedReusableOf(call), { choices, once, dealer, language });
      const link = await draftReusableLink({ dealer, fields }, deps);
      const { linkCode, userPosLinkId, title, amount } = link;
      const result = { dealerCode, linkCode, userPosLinkId };
      const entry = {
        dealerCode,
        changed: ['reusableLink'],
        result,
        after: { title, amount, currency: fields.currency },
      };
      return { change: { kind: 'reusable-link', record: link }, entry, extra: undefined };
    });
    switch (outcome.kind) {
      case 'applied':
      case 'repeated':
        return { location: `${LIST}/${String(outcome.entry.result.userPosLinkId)}?done=made` };
      case 'other-command':
        return await refusedForm(call, { problem: 'used' }, { deps, fresh: true });
      case 'no-once':
        return await refusedForm(call, { problem: 'no-once' }, { deps, fresh: true });
      case 'changing':
        return await refusedForm(call, { problem: 'changing' }, { deps, fresh: true });
    }
  } catch (error) {
    if (error instanceof DeskRefusal) {
      return refusedForm(call, error.problem as ReusableFormRefusal, { deps, fresh: false });
    }
    if (error instanceof Refusal) return refusedForm(call, reusableFormRefusalOf(error), { deps, fresh: false });
    throw error;
  }
};

/** Closes or opens a reusable link, by the rules of UpdateUserPosLink. One that is so already stays as it is. */
const change = async (
  call: DeskCall,
  { id, active }: { readonly id: number; readonly active: boolean },
  deps: ActOnReusableLinksDependencies,
): Promise<PageAnswer | undefined> => {
  const { dealer, frame, nowMs } = call;
  const { dealerCode } = dealer;
  const words = deskReusableTexts[frame.language];
  const view = { frame, section: 'links', back: { href: `${LIST}/${id}`, text: words.title } } as const;
  const location = `${LIST}/${id}?done=${active ? 'opened' : 'closed'}`;
  const before = await deps.reusableLinks.findById(dealerCode, id);
  if (before === undefined) return undefined;
  const command = active ? 'desk-open-reusable-link' : 'desk-close-reusable-link';
  try {
    const outcome = await applyAtDesk(
      { call, changes: deps.changes },
      { command, input: { userPosLinkId: id } },
      async () => {
        requirePermitted(dealer, { operation: 'UpdateUserPosLink' });
        const found = (await deps.reusableLinks.findById(dealerCode, id)) ?? before;
        const asked = { isActive: active ? 1 : 0, openAmount: { suggested: [] }, questions: [], subDealers: [] };
        const planned = plannedLinkChange(asked, found, nowMs);
        if (planned === undefined) throw new DeskRefusal('so-already');
        const { linkCode, version } = planned.after;
        const result = { dealerCode, linkCode, userPosLinkId: id, version };
        const states = { before: { active: found.link.active }, after: { active } };
        const audited = auditedLinkChange(planned, found, nowMs);
        const entry = { dealerCode, changed: audited.changed, result, ...states };
        return { change: audited.change, entry, extra: undefined };
      },
    );
    return answerAfter(outcome, { ...view, location });
  } catch (error) {
    if (error instanceof DeskRefusal) return { location };
    if (!(error instanceof Refusal)) throw error;
    return { statusCode: 409, page: unchangedDeskPage({ sentence: words.refusedChange }, view) };
  }
};

/** What posts about reusable links do, with what a role must be allowed (rule 54). */
export const reusableLinkActs: Readonly<Record<string, DeskAction>> = {
  make: 'make-link',
  close: 'cancel-link',
  open: 'make-link',
};

/** What a post about reusable links does: make one, close it, open it again. */
export const actOnReusableLinks =
  (deps: ActOnReusableLinksDependencies): DeskActing =>
  async (call, { id: text, action }) => {
    const needed = Object.hasOwn(reusableLinkActs, action) ? reusableLinkActs[action] : undefined;
    if (needed === undefined) return undefined;
    if (!mayDo(call.role, needed)) return { statusCode: 403, page: notAllowedDeskPage(call.frame) };
    if (action === 'make') return text === 'new' ? make(call, deps) : undefined;
    const id = idInPath(text);
    return id === undefined ? undefined : change(call, { id, active: action === 'open' }, deps);
  };
