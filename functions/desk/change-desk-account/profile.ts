import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { applyAtDesk } from '../../../shared/desk/call/desk-command.ts';
import { MAX_USER_NAME } from '../../../shared/domain/desk/user.ts';
import { languages } from '../../../shared/domain/language.ts';
import { isFreeText } from '../../../shared/http/free-text.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { settingsFields } from '../../../shared/pages/desk/account/settings-page.ts';
import type { AccountDependencies } from './account-dependencies.ts';
import { currentUser } from './current-user.ts';
import { notAppliedNotice, settingsAgain, settingsDone } from './settings-answer.ts';

/** Changes the user's own name and language. */
export const changeProfile = async (call: DeskCall, deps: AccountDependencies): Promise<PageAnswer> => {
  const { posted, user, dealer } = call;
  const name = posted.text(settingsFields.name);
  const language = languages.find((one) => one === posted.text(settingsFields.language)) ?? user.language;
  if (!isFreeText(name, MAX_USER_NAME)) {
    return settingsAgain(call, deps, { problems: { name: 'name' }, typedName: name });
  }
  const asked = { command: 'desk-change-profile', input: { name, language } } as const;
  const applied = await applyAtDesk({ call, changes: deps.changes }, asked, async () => {
    const stored = await currentUser(call, deps);
    const before = { name: stored.name, language: stored.language };
    const after = { name, language };
    return {
      change: { kind: 'desk', record: { user: { ...stored, ...after, version: stored.version + 1 } } },
      entry: {
        dealerCode: dealer.dealerCode,
        changed: (['name', 'language'] as const).filter((field) => before[field] !== after[field]),
        result: { userId: stored.userId },
        before,
        after,
      },
      extra: undefined,
    };
  });
  if (applied.kind === 'applied' || applied.kind === 'repeated') return settingsDone('profile');
  return settingsAgain(call, deps, { notice: notAppliedNotice(applied) });
};
