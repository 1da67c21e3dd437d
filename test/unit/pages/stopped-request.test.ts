import { describe, expect, test } from 'vitest';
import type { ReportedDecline } from '../../../shared/domain/card/card-input.ts';
import { pausePage } from '../../../shared/pages/pause-page.ts';
import { textsOfLinks } from '../../../shared/pages/texts-of-links.ts';
import { frameIn, sampleLink } from './page-samples.ts';

const soldOutAfter = (advice: ReportedDecline): string =>
  pausePage({
    link: sampleLink,
    reason: { kind: 'link-stopped', said: textsOfLinks.en.stops['sold-out'], canChange: false, back: undefined },
    notice: { kind: 'declined', advice },
    frame: frameIn('en'),
  }).markup;

describe('the page of a request whose link is sold out', () => {
  test('does not ask its payer to try again in a while', () => {
    const markup = soldOutAfter('try-later');
    expect(markup).toContain('Sold out');
    expect(markup).not.toContain('Try again in a while');
  });

  test('still says what the bank said of the card', () => {
    expect(soldOutAfter('try-another-card')).toContain('role="alert"');
  });
});
