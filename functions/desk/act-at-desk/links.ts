import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { answerAfter, applyAtDesk, DeskRefusal, onceIn } from '../../../shared/desk/call/desk-command.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { type LinkChoicesDependencies, linkChoicesOf } from '../../../shared/desk/link/link-choices.ts';
import { linkFormRefusalOf, readLinkForm, typedLinkOf } from '../../../shared/desk/link/link-form-reading.ts';
import { requirePermitted } from '../../../shared/domain/dealer/permitted-operation.ts';
import { type DeskAction, mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { Resend } from '../../../shared/domain/message/resend.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { cancellingOfLink } from '../../../shared/links/cancelling-of-link.ts';
import type { LinkDraftDependencies } from '../../../shared/links/create-link.ts';
import { draftHandedOver } from '../../../shared/links/handed-over-link.ts';
import { type ResendReads, resendOfLink } from '../../../shared/links/resend-of-link.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import { unchangedDeskPage } from '../../../shared/pages/desk/frame/unchanged-desk-page.ts';
import type { LinkFormRefusal } from '../../../shared/pages/desk/link/link-form-fields.ts';
import { cancelLinkPage } from '../../../shared/pages/desk/link/link-page.ts';
import { deskLinkTexts } from '../../../shared/pages/desk/link/link-texts.ts';
import type { CancelProblem } from '../../../shared/pages/desk/link/link-words.ts';
import { refusedLinkPage } from '../../../shared/pages/desk/link/links-page.ts';
import type { OperatorChanges } from '../../../shared/ports/operator-changes.ts';
import type { OperatorLinks } from '../../../shared/ports/operator-records.ts';
import type { Payments } from '../../../shared/ports/payments.ts';
import type { DeskActing } from './act-at-desk.ts';

export interface ActOnLinksDependencies extends LinkDraftDependencies, LinkChoicesDependencies, ResendReads {
  readonly changes: OperatorChanges;
  readonly links: Pick<OperatorLinks, 'findById'>;
  readonly payments: Pick<Payments, 'findById'>;
}

/** The page of a form of which no link was made, with what was typed. Its next post is another command where `fresh`. */
const refusedForm = async (
  call: DeskCall,
  refusal: LinkFormRefusal,
  { deps, fresh }: { readonly deps: ActOnLinksDependencies; readonly fresh: boolean },
): Promise<PageAnswer> => {
  const { frame, dealer } = call;
  const choices = await linkChoicesOf(deps, dealer);
  const once = (fresh ? undefined : onceIn(call)) ?? deps.randomness.guid().toLowerCase();
  const form = { frame, choices, currencies: dealer.currencies, once, typed: typedLinkOf(call), refusal };
  return { statusCode: 422, page: refusedLinkPage(form) };
};

const draft = async (call: DeskCall, deps: ActOnLinksDependencies) => {
  const { dealer, language } = call;
  const choices = await linkChoicesOf(deps, dealer);
  const read = readLinkForm(typedLinkOf(call), { choices, dealer, language });
  if (read.kind === 'refused') throw new DeskRefusal(read.refusal);
  return draftHandedOver({ dealer, fields: read.fields }, deps);
};

/** What the audit entry keeps of a new link: neither its address nor who pays it (rule 30). */
const auditedTerms = ({ terms, expiresAtMs, dealerCustomerTypeId }: PaymentRequest) => ({
  amount: terms.amount,
  currency: terms.currency,
  expiresAtMs,
  dealerCustomerTypeId,
});

/** Makes the link of a form by the rules of CreateUserPosPayment, once for the form's value (rule 54). */
const make = async (call: DeskCall, deps: ActOnLinksDependencies): Promise<PageAnswer> => {
  const { dealerCode } = call.dealer;
  const asked = { command: 'desk-create-link', input: typedLinkOf(call) } as const;
  try {
    const outcome = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
      requirePermitted(call.dealer, { operation: 'CreateUserPosPayment', channel: 'paymentRequest' });
      const { link, change } = await draft(call, deps);
      const result = { dealerCode, userPosPaymentId: link.userPosPaymentId };
      const entry = { dealerCode, changed: ['paymentRequest'], result, after: auditedTerms(link) };
      return { change, entry, extra: undefined };
    });
    switch (outcome.kind) {
      case 'applied':
      case 'repeated':
        return { location: `/desk/links/${String(outcome.entry.result.userPosPaymentId)}?done=made` };
      case 'other-command':
        return await refusedForm(call, { problem: 'used' }, { deps, fresh: true });
      case 'no-once':
        return await refusedForm(call, { problem: 'no-once' }, { deps, fresh: true });
      case 'changing':
        return await refusedForm(call, { problem: 'changing' }, { deps, fresh: false });
    }
  } catch (error) {
    if (error instanceof DeskRefusal)
      return refusedForm(call, error.problem as LinkFormRefusal, { deps, fresh: false });
    if (error instanceof Refusal) return refusedForm(call, linkFormRefusalOf(error), { deps, fresh: false });
    throw error;
  }
};

/** Where a link's page is, for what follows a post. */
const placeOf = ({ frame }: DeskCall, id: number) => {
  const words = deskLinkTexts[frame.language];
  const href = `/desk/links/${id}`;
  return { words, href, view: { frame, section: 'links', back: { href, text: words.detail.title(id) } } } as const;
};

type ResendProblem = Extract<Resend, { kind: 'refused' }>['reason'];

/** Asks for one more message on every channel of a link, by the rules of ResendUserPosPayment. */
const resend = async (call: DeskCall, id: number, deps: ActOnLinksDependencies): Promise<PageAnswer | undefined> => {
  const { dealerCode } = call.dealer;
  const { words, href, view } = placeOf(call, id);
  const link = await deps.links.findById(dealerCode, id);
  if (link?.dealerCustomerTypeId === undefined) return undefined;
  const asked = { command: 'desk-resend-link', input: { userPosPaymentId: id } } as const;
  try {
    const outcome = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
      requirePermitted(call.dealer, { operation: 'ResendUserPosPayment', channel: 'paymentRequest' });
      const next = await resendOfLink(deps, link, call.nowMs);
      if (next.kind === 'refused') throw new DeskRefusal(next.reason);
      const messages = next.deliveries.map(({ channel }) => channel);
      const result = { dealerCode, userPosPaymentId: id, messages };
      const entry = { dealerCode, changed: ['messages'], result, after: { messages } };
      return { change: { kind: 'resend', record: next.deliveries }, entry, extra: undefined };
    });
    // The same round was asked for from another page a moment ago, and has not left yet.
    if (outcome.kind === 'changing') {
      return { statusCode: 409, page: unchangedDeskPage({ sentence: words.resend.underWay }, view) };
    }
    return answerAfter(outcome, { ...view, location: `${href}?done=resent` });
  } catch (error) {
    if (error instanceof DeskRefusal) {
      const sentence = words.resend.refused[error.problem as ResendProblem];
      return { statusCode: 409, page: unchangedDeskPage({ sentence }, view) };
    }
    if (!(error instanceof Refusal)) throw error;
    return { statusCode: 409, page: unchangedDeskPage({ sentence: words.problems['no-channel'] }, view) };
  }
};

/** Cancels an open link, by the rules of CancelUserPosPayment: not while an attempt may be charging (rule 15). */
const cancel = async (call: DeskCall, id: number, deps: ActOnLinksDependencies): Promise<PageAnswer | undefined> => {
  const { dealer, nowMs, frame } = call;
  const { dealerCode } = dealer;
  const { words, href, view } = placeOf(call, id);
  const named = { dealerCode, userPosPaymentId: id };
  const before = await cancellingOfLink(deps.payments, named, nowMs);
  if (before === undefined) return undefined;
  const asked = { command: 'desk-cancel-link', input: { userPosPaymentId: id } } as const;
  try {
    const outcome = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
      requirePermitted(dealer, { operation: 'CancelUserPosPayment' });
      const found = await cancellingOfLink(deps.payments, named, nowMs);
      if (found?.cancelling.kind === 'running') throw new DeskRefusal<CancelProblem>('running');
      if (found?.cancelling.kind !== 'possible') throw new DeskRefusal<CancelProblem>('not-open');
      const states = { before: { state: 'open' }, after: { state: 'cancelled' } };
      const entry = { dealerCode, changed: ['state'], result: { ...named, state: 'cancelled' }, ...states };
      return { change: { kind: 'cancel-link', record: { link: found.link, nowMs } }, entry, extra: undefined };
    });
    return answerAfter(outcome, { ...view, location: `${href}?done=cancelled` });
  } catch (error) {
    if (error instanceof DeskRefusal) {
      const problem = error.problem as CancelProblem;
      return { statusCode: 409, page: cancelLinkPage({ frame, link: before.link, once: '', problem }) };
    }
    if (!(error instanceof Refusal)) throw error;
    return { statusCode: 409, page: unchangedDeskPage({ sentence: words.problems['no-channel'] }, view) };
  }
};

/** What posts about links do, with what a role must be allowed (rule 54). */
export const linkActs: Readonly<Record<string, DeskAction>> = {
  make: 'make-link',
  resend: 'send-link',
  cancel: 'cancel-link',
};

/** What a post about links does: make one, send it again, cancel it. */
export const actOnLinks =
  (deps: ActOnLinksDependencies): DeskActing =>
  async (call, { id: text, action }) => {
    const needed = Object.hasOwn(linkActs, action) ? linkActs[action] : undefined;
    if (needed === undefined) return undefined;
    if (!mayDo(call.role, needed)) return { statusCode: 403, page: notAllowedDeskPage(call.frame) };
    if (action === 'make') return text === '' ? make(call, deps) : undefined;
    const id = idInPath(text);
    if (id === undefined) return undefined;
    return action === 'resend' ? resend(call, id, deps) : cancel(call, id, deps);
  };
