import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';

/** What stands behind a page's name in its path. */
export interface PageAsked {
  readonly id: string | undefined;
  readonly view: string | undefined;
}

/** One page of the desk with the pages below it; undefined where there is none, or it is another dealer's (rule 55). */
export type ShowDeskPage = (call: DeskCall, asked: PageAsked) => Promise<PageAnswer | undefined>;

/** The pages that the desk shows, by their names in paths. */
export interface DeskPages {
  readonly today: ShowDeskPage;
  readonly payments: ShowDeskPage;
  readonly links: ShowDeskPage;
  readonly 'reusable-links': ShowDeskPage;
  readonly statements: ShowDeskPage;
  readonly customers: ShowDeskPage;
  readonly sales: ShowDeskPage;
  readonly settings: ShowDeskPage;
  readonly users: ShowDeskPage;
  readonly looks: ShowDeskPage;
  readonly activity: ShowDeskPage;
}
