import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import { saleNotice, salePage } from '../../../shared/pages/desk/customer/sale-page.ts';
import type { Randomness } from '../../../shared/ports/identifiers.ts';
import type { SaleBook } from '../../../shared/ports/sales.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export interface ShowSalesDependencies {
  readonly sales: Pick<SaleBook, 'history'>;
  readonly randomness: Pick<Randomness, 'guid'>;
}

/** Plans and tries that the page shows, newest first. */
const SHOWN = 20;

/** One recurring sale. A deleted one is not there, as for the dealers' operations. */
export const showSales =
  ({ sales, randomness }: ShowSalesDependencies): ShowDeskPage =>
  async ({ frame, dealer, role, page }, { id: text, view }) => {
    const id = idInPath(text);
    if (id === undefined || view !== undefined) return undefined;
    const history = await sales.history(dealer.dealerCode, id, SHOWN);
    if (history === undefined || history.file.sale.deletedAtMs !== undefined) return undefined;
    const notice = saleNotice(page.query?.done, frame.language);
    const once = randomness.guid().toLowerCase();
    return {
      statusCode: 200,
      page: salePage({ frame, history, mayPause: mayDo(role, 'pause-sale'), once, notice }),
    };
  };
