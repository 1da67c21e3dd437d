import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { looksPage, typedLooksOf } from '../../../shared/pages/desk/account/looks-page.ts';
import { notAllowedDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import type { DealerLooksDirectory } from '../../../shared/ports/dealer-looks.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { ShowDeskPage } from './desk-pages.ts';

interface ShowLooksDependencies {
  /** Read strongly: the page shows what was just saved. */
  readonly storedLooks: DealerLooksDirectory;
  readonly randomness: Pick<Randomness, 'guid'>;
}

/** What payers see of the dealer. */
export const showLooks =
  ({ storedLooks, randomness }: ShowLooksDependencies): ShowDeskPage =>
  async ({ frame, role, dealer, page }, { id }) => {
    if (id !== undefined) return undefined;
    if (!mayDo(role, 'change-looks')) return { statusCode: 403, page: notAllowedDeskPage(frame) };
    const looks = (await storedLooks.of(dealer.dealerCode)) ?? {};
    return {
      statusCode: 200,
      page: looksPage({
        frame,
        dealerName: dealer.name,
        looks,
        typed: typedLooksOf(looks),
        version: dealer.version,
        once: randomness.guid(),
        notice: page.query?.done === 'saved' ? 'saved' : undefined,
      }),
    };
  };
