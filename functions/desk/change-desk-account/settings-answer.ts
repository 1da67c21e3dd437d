import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { AppliedAtDesk } from '../../../shared/desk/call/desk-command.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { type SettingsView, settingsPage } from '../../../shared/pages/desk/account/settings-page.ts';
import type { SettingsNotice } from '../../../shared/pages/desk/account/settings-texts.ts';
import type { AccountDependencies } from './account-dependencies.ts';

/** Where it helps to come again later; of all else what was typed is to be changed. */
const STATUS: Readonly<Partial<Record<SettingsNotice, number>>> = { 'too-many': 429, unavailable: 503 };

/** The settings again, with what is wrong: nothing was changed. */
export const settingsAgain = (
  call: DeskCall,
  { randomness }: Pick<AccountDependencies, 'randomness'>,
  said: Pick<SettingsView, 'problems' | 'notice' | 'typedName'>,
): PageAnswer => ({
  statusCode: STATUS[said.notice ?? 'changing'] ?? 422,
  page: settingsPage({
    frame: call.frame,
    user: call.user,
    managesDealer: mayDo(call.role, 'manage-users'),
    newOnce: () => randomness.guid(),
    ...said,
  }),
});

/** Back to the settings, which say what was done. A repeated post finds it done. */
export const settingsDone = (done: SettingsNotice): PageAnswer => ({ location: `/desk/settings?done=${done}` });

/** Why a change of this form was not made. */
export const notAppliedNotice = ({
  kind,
}: Extract<AppliedAtDesk<unknown>, { kind: 'other-command' | 'changing' | 'no-once' }>): SettingsNotice =>
  kind === 'changing' ? 'changing' : 'used-once';
