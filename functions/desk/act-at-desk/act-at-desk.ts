import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { notFoundDeskPage } from '../../../shared/pages/desk/frame/closed-desk-page.ts';

/** What a post to one path does; undefined where there is no such thing, or it is another dealer's (rule 55). */
export type DeskActing = (
  call: DeskCall,
  asked: { readonly id: string; readonly action: string },
) => Promise<PageAnswer | undefined>;

/** What is acted on, by the part of the path behind `/desk/`. */
export interface DeskActs {
  readonly payments: DeskActing;
  readonly links: DeskActing;
  readonly 'reusable-links': DeskActing;
  readonly sales: DeskActing;
}

/** Carries out one post: what it is about is the second part of its route. */
export const actAtDesk =
  (acts: Partial<DeskActs>) =>
  async (call: DeskCall): Promise<PageAnswer> => {
    const [, , subject = ''] = (call.page.route ?? '').split('/');
    const act = Object.hasOwn(acts, subject) ? acts[subject as keyof DeskActs] : undefined;
    const { id = '', action = 'make' } = call.page.parameters;
    return (await act?.(call, { id, action })) ?? { statusCode: 404, page: notFoundDeskPage(call.frame) };
  };
