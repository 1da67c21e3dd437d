import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { readAuditRow } from '../../../shared/adapters/dynamodb/operator/audit-item.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import type { AuditEntry } from '../../../shared/ports/operator-changes.ts';
import { demand } from '../invariants.ts';

/** A form that a page before a step showed, with what it posts. */
export interface DeskForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What somebody at the desk heard. */
export type DeskHeard =
  /** Led to the page of the payment. */
  | 'done'
  /** A page that says that no money moved. */
  | 'nothing moved'
  /** A page that says that it is not known, or the page of a failure. */
  | 'unknown';

/** One post of a form. Its `clientIp` is unique, so it identifies the post's step. */
export interface DeskPost {
  readonly clientIp: string;
  readonly role: DeskRole;
  readonly form: DeskForm;
  /** Undefined for a post that died. */
  heard?: DeskHeard;
}

const KINDS: Readonly<Record<string, Step['kind']>> = {
  void: 'void',
  refund: 'refund',
  capture: 'capture',
  approve: 'pool-approval',
  undo: 'pool-undo',
};

/** What an answer says. Every other answer is a defect: it would leave its reader without a word about the money. */
export const heardOf = (answer: PageAnswer | undefined): DeskHeard => {
  if (answer !== undefined && 'location' in answer) {
    demand(/^\/desk\/payments\/\d+\?done=/.test(answer.location), `the desk leads to ${answer.location}`);
    return 'done';
  }
  demand(answer !== undefined && 'page' in answer, 'the desk answers without a page');
  const { markup } = (answer as Extract<PageAnswer, { readonly page: unknown }>).page;
  if (markup.includes('No money moved.')) return 'nothing moved';
  demand(markup.includes('is not known yet'), 'a page of the desk does not say what became of the money');
  return 'unknown';
};

const isOwnOf = ({ clientIp }: DeskPost, { asker }: Step): boolean =>
  asker.by === 'dealer' && asker.clientIp === clientIp;

const onceOf = ({ form }: DeskPost): string => form.fields.once ?? '';

/** What posts of the desk heard is what the rows say, and each form began one step at most (rule 54). */
export const checkDeskPosts = (posts: readonly DeskPost[], steps: readonly Step[], rows: readonly Row[]): void => {
  const entries = rows.filter(({ entity }) => entity === 'audit').map(readAuditRow);
  for (const post of posts) checkPost(post, steps);
  for (const once of new Set(posts.map(onceOf))) {
    checkForm(
      posts.filter((post) => onceOf(post) === once),
      steps,
      entries.find(({ commandId }) => commandId === once),
    );
  }
  const known = new Set(posts.map(onceOf));
  demand(
    entries.every(({ commandId }) => known.has(commandId)),
    'an audit entry is of no form',
  );
};

const checkPost = (post: DeskPost, steps: readonly Step[]): void => {
  const { form, role, heard } = post;
  const kind = KINDS[form.action];
  const own = steps.filter((step) => isOwnOf(post, step));
  demand(own.length <= 1, 'one post made two steps');
  demand(own.length === 0 || own[0]?.kind === kind, `a ${form.action} made a ${own[0]?.kind}`);
  demand(own.length === 0 || role === 'manager' || kind === 'void', `a ${role} made a ${kind}`);
  demand(heard !== 'nothing moved' || own.length === 0, 'nothing moved is told of a step that began');
  demand(heard !== 'done' || steps.some((step) => step.kind === kind), `a ${form.action} is told done without a step`);
};

/** All posts of one form: one step at most, and it has its audit entry. */
const checkForm = (posts: readonly DeskPost[], steps: readonly Step[], entry: AuditEntry | undefined): void => {
  const own = steps.filter((step) => posts.some((post) => isOwnOf(post, step)));
  demand(own.length <= 1, 'one form made two steps');
  const [step] = own;
  demand((step === undefined) === (entry === undefined), 'a step without its audit entry, or the other way round');
  if (step === undefined || entry === undefined) return;
  demand(entry.result.step === step.number, `the audit entry names step ${String(entry.result.step)}`);
  demand(entry.after?.amount === step.amount || step.kind === 'refund', 'the audit entry has another amount');
  demand(step.kind !== 'refund' || step.refundCode === entry.commandId, 'a refund does not carry its one-time value');
  const { amount } = posts[0]?.form.fields ?? {};
  demand(amount === undefined || Number(amount) === step.amount, `${step.amount} began, the form says ${amount}`);
};
