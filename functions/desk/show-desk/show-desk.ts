import type { DeskCall } from '../../../shared/desk/desk-call.ts';
import { mayDo } from '../../../shared/domain/desk/roles.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notFoundDeskPage } from '../../../shared/pages/desk/closed-desk-page.ts';
import type { DeskPages } from './desk-pages.ts';

/** A page of the desk by its path: `/desk/{page}`, `/desk/{page}/{id}`, `/desk/{page}/{id}/{view}`. */
export const showDesk =
  (pages: DeskPages) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const { page = 'today', id, view } = call.page.parameters;
    const show = Object.hasOwn(pages, page) ? pages[page as keyof DeskPages] : undefined;
    const answer = show !== undefined && mayDo(call.role, 'see') ? await show(call, { id, view }) : undefined;
    return answer ?? { statusCode: 404, page: notFoundDeskPage(call.frame) };
  };
