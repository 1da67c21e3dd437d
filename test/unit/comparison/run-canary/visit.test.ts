import { describe, expect, test } from 'vitest';
import { CanaryFailure, visitor } from '../../../../functions/comparison/run-canary/visit.ts';
import { type SiteRequest, type SiteResponse, SiteUnreachable } from '../../../../shared/ports/public-site.ts';
import { FakeClock } from '../../../fakes/clock.ts';

const PAGE = 'https://pay.example/pay/abc';

const visitWith = (answer: (request: SiteRequest) => SiteResponse, leftMs = 60_000) => {
  const clock = new FakeClock();
  const asked: { readonly request: SiteRequest; readonly timeoutMs: number }[] = [];
  const visit = visitor({
    clock,
    deadlineMs: clock.now() + leftMs,
    site: {
      ask: async (request, { timeoutMs }) => {
        asked.push({ request, timeoutMs });
        return answer(request);
      },
    },
  });
  return { visit, asked };
};

const failure = (step: CanaryFailure['step'], code: string) => new CanaryFailure(step, code);
const redirect = (status: number, location?: string): SiteResponse => ({
  status,
  text: '',
  ...(location === undefined ? {} : { location }),
});

describe('A visitor of the stage', () => {
  test('follows up to three redirects from page to page, and keeps the address where it arrives', async () => {
    const places = [redirect(303, '/one'), redirect(302, '../two'), redirect(303, '?three')];
    const { visit, asked } = visitWith(() => places.shift() ?? { status: 200, text: '<form action="x"></form>' });
    const page = await visit.post('pay-by-card', { action: PAGE, fields: [['a', '1']] }, { a: '2' });
    expect(page).toEqual({
      address: 'https://pay.example/two?three',
      markup: '<form action="x"></form>',
      forms: [{ action: 'https://pay.example/x', fields: [] }],
    });
    expect(asked.map(({ request }) => request)).toEqual([
      { method: 'POST', address: PAGE, body: { type: 'application/x-www-form-urlencoded', text: 'a=2' } },
      { method: 'GET', address: 'https://pay.example/one' },
      { method: 'GET', address: 'https://pay.example/two' },
      { method: 'GET', address: 'https://pay.example/two?three' },
    ]);
  });

  test.each<readonly [string, SiteResponse, string]>([
    ['redirects for ever', redirect(302, '/again'), 'too many redirects'],
    ['redirects to nowhere', redirect(302), 'no redirect target'],
    ['redirects to what is no address', redirect(303, 'http://'), 'no redirect target'],
    ['moved for good', redirect(301, '/two'), 'HTTP 301'],
    ['fails', { status: 500, text: 'secret' }, 'HTTP 500'],
  ])('ends at a page that %s', async (_what, answer, code) => {
    const { visit } = visitWith(() => answer);
    await expect(visit.open('open-page', PAGE)).rejects.toEqual(failure('open-page', code));
  });

  test('ends where a page has no form to post', async () => {
    const { visit, asked } = visitWith(() => ({ status: 200, text: '' }));
    expect(() => visit.post('pass-3d', undefined)).toThrow(failure('pass-3d', 'no form'));
    expect(asked).toEqual([]);
  });

  test.each([
    [60_000, 25_000],
    [10_000, 10_000],
    [1000, 1000],
  ])('with %i ms left gives a request %i ms', async (leftMs, timeoutMs) => {
    const { visit, asked } = visitWith(() => ({ status: 200, text: '' }), leftMs);
    await visit.open('open-page', PAGE);
    expect(asked).toEqual([{ request: { method: 'GET', address: PAGE }, timeoutMs }]);
  });

  test('begins no request with less than a second left', async () => {
    const { visit, asked } = visitWith(() => ({ status: 200, text: '' }), 999);
    await expect(visit.open('open-page', PAGE)).rejects.toEqual(failure('open-page', 'no time left'));
    expect(asked).toEqual([]);
  });

  test('tells why the stage cannot be reached, and nothing of other errors', async () => {
    const lost = visitWith(() => {
      throw new SiteUnreachable('time-out');
    });
    await expect(lost.visit.open('open-page', PAGE)).rejects.toEqual(failure('open-page', 'time-out'));
    const broken = visitWith(() => {
      throw new RangeError('a defect');
    });
    await expect(broken.visit.open('open-page', PAGE)).rejects.toThrow(RangeError);
  });
});
