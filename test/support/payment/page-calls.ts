import type { PageCall } from '../../../shared/http/page-handler.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';

/** A post of an English browser, as page functions get it. */
export const pageCall = (changes: Partial<PageCall> = {}): PageCall => ({
  method: 'POST',
  parameters: {},
  frame: { language: 'en', serviceName: 'Pay' },
  accepts: () => true,
  posted: [],
  sourceAddress: '203.0.113.7',
  browser: {},
  ...changes,
});

/** What a browser is told: a page with its status and whom it may be framed by, or another address. */
export const shownBy = (answer: PageAnswer) => {
  if ('location' in answer) return { location: answer.location, markup: '' };
  if (!('page' in answer)) throw new Error('the answer is neither a page nor a move');
  const { statusCode, page, frameAncestor, refreshAfterSeconds } = answer;
  return { statusCode, frameAncestor, refreshAfterSeconds, kind: page.kind, markup: page.markup };
};
