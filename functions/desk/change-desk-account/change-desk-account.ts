import type { DeskCall } from '../../../shared/desk/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notFoundDeskPage } from '../../../shared/pages/desk/closed-desk-page.ts';

/** Carries out one post to the settings. */
export const changeDeskAccount =
  () =>
  async (call: DeskCall): Promise<PageAnswer> => ({ statusCode: 404, page: notFoundDeskPage(call.frame) });
