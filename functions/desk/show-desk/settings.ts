import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { settingsPage } from '../../../shared/pages/desk/account/settings-page.ts';
import type { SettingsNotice } from '../../../shared/pages/desk/account/settings-texts.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { ShowDeskPage } from './desk-pages.ts';

/** What the settings may say that was done. Anybody can write an address, so nothing else is said. */
const DONE: readonly SettingsNotice[] = ['profile', 'password', 'codes-shown'];

/** The user's own settings. */
export const showSettings =
  ({ randomness }: { readonly randomness: Pick<Randomness, 'guid'> }): ShowDeskPage =>
  async ({ frame, user, role, page }, { id }) => {
    if (id !== undefined) return undefined;
    return {
      statusCode: 200,
      page: settingsPage({
        frame,
        user,
        managesDealer: mayDo(role, 'manage-users'),
        newOnce: () => randomness.guid(),
        notice: DONE.find((one) => one === page.query?.done),
      }),
    };
  };
