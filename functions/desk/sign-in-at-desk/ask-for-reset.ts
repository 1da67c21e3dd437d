import { randomUUID } from 'node:crypto';
import { newReset } from '../../../shared/desk/account/mailed-link.ts';
import type { DeskVisit } from '../../../shared/desk/call/desk-call.ts';
import { deskUserIdOf, digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import { countsOfMail } from '../../../shared/domain/desk/sign-in-limits.ts';
import type { DeskUser } from '../../../shared/domain/desk/user.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { addressScopeOf } from '../../../shared/http/source-address.ts';
import { resetPage } from '../../../shared/pages/desk/sign-in/reset-pages.ts';
import { deskMailContext } from '../../../shared/ports/vault.ts';
import { type OpenDealer, openDealersOf } from './begin-session.ts';
import { applyEntered } from './desk-entry.ts';
import type { SignInDependencies } from './sign-in-dependencies.ts';
import { visitorAnswer, withoutToken } from './visitor.ts';

export const showReset =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> =>
    visitorAnswer(visit, deps, { statusCode: 200, page: (view) => resetPage(view) });

const mailReset = async (
  { changes, sealer }: SignInDependencies,
  visit: DeskVisit,
  { user, dealer: { dealer } }: { readonly user: DeskUser; readonly dealer: OpenDealer },
): Promise<void> => {
  const { dealerCode } = dealer;
  const { written } = await newReset(user, dealer, { sealer, nowMs: visit.nowMs });
  await applyEntered(changes, visit, { command: 'desk-ask-for-reset', user, dealerCode }, { mails: written });
};

/**
 * The work of a reset for an address that gets no mail: it reads, seals and writes as much, so that the time tells nobody whether
 * the address has an account. What it writes waits for a cookie that nobody has.
 */
const mailNobody = async (
  { sealer, pendingSignIns }: SignInDependencies,
  userId: string,
  nowMs: number,
): Promise<void> => {
  const secret = newSecret();
  await sealer.seal(secret, deskMailContext({ mailId: randomUUID() }));
  const pendingId = digestOf(newSecret());
  await pendingSignIns.begin({ pendingId, userId, epoch: 0, startedAtMs: nowMs, wrongCodes: 0, version: 1 });
};

/** A dealer that no code names: loading it takes as long as loading a user's. */
const NO_DEALER = { dealerCode: '-', userId: '-', role: 'viewer', version: 1, addedAtMs: 0 } as const;

/** Mails a reset to a user who may open a dealer. The answer is the same for every address (rule 53). */
export const askForReset =
  (deps: SignInDependencies) =>
  async (visit: DeskVisit): Promise<PageAnswer> => {
    const refused = withoutToken(visit);
    if (refused !== undefined) return refused;
    const { page, posted, nowMs } = visit;
    const userId = deskUserIdOf(posted.text('email'));
    const counts = countsOfMail('reset', { userId, addressScope: addressScopeOf(page.sourceAddress) });
    if ((await deps.counters.count(counts, nowMs)) === 'too-many') {
      return visitorAnswer(visit, deps, { statusCode: 429, page: (view) => resetPage(view, 'too-many') });
    }
    const [user, memberships] = await Promise.all([deps.users.find(userId), deps.users.membershipsOf(userId)]);
    const [dealer] = await openDealersOf(memberships.length === 0 ? [NO_DEALER] : memberships, deps);
    if (user?.password !== undefined && dealer !== undefined) await mailReset(deps, visit, { user, dealer });
    else await mailNobody(deps, userId, nowMs);
    return visitorAnswer(visit, deps, { statusCode: 200, page: (view) => resetPage(view, 'sent') });
  };
