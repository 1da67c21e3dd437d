import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notFoundDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';
import type { DeskPages } from './desk-pages.ts';

/** The page that a route names itself, such as `POST /desk/payments`. */
const pageOfRoute = (route = ''): string | undefined => /^POST \/desk\/([a-z-]+)$/.exec(route)?.[1];

/** A page of the desk by its path: `/desk/{page}`, `/desk/{page}/{id}`, `/desk/{page}/{id}/{view}`; a posted search by its route. */
export const showDesk =
  (pages: DeskPages) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const { page = pageOfRoute(call.page.route) ?? 'today', id, view } = call.page.parameters;
    const show = Object.hasOwn(pages, page) ? pages[page as keyof DeskPages] : undefined;
    const answer = show !== undefined && mayDo(call.role, 'see') ? await show(call, { id, view }) : undefined;
    return answer ?? { statusCode: 404, page: notFoundDeskPage(call.frame) };
  };
