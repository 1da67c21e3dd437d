import type { DeskVisit } from '../../../shared/desk/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { closedDeskPage } from '../../../shared/pages/desk/closed-desk-page.ts';
import type { DeskUsers } from '../../../shared/ports/desk-users.ts';

export interface SignInAtDeskDependencies {
  readonly users: DeskUsers;
}

/** The pages before a session. */
export const signInAtDesk =
  (_deps: SignInAtDeskDependencies) =>
  async ({ page }: DeskVisit): Promise<PageAnswer> => ({
    statusCode: 503,
    page: closedDeskPage(page.frame, 'busy'),
  });
