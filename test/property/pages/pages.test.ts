import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from '../../../shared/domain/language.ts';
import { failurePage } from '../../../shared/pages/closed-link-page.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { cardFormIn } from '../../unit/pages/page-samples.ts';

/** A mark that no template contains, and around it all characters with a meaning in markup. */
const MARK = 'zqx';
const hostile = fc
  .array(fc.constantFrom('<', '>', '"', "'", '&', '</p>', '<script>', 'javascript:', '-->', MARK, ' ', 'ş', '\u2028'), {
    maxLength: 12,
  })
  .map((parts) => `<${MARK} "'>${parts.join('')}`);

/** The preview of a link in a chat carries texts in attributes, escaped: the tags are compared without their values. */
const PREVIEW = /(<meta property="og:[a-z_]+" content=")[^"<>]*(">)/g;
const tagsIn = (markup: string): readonly string[] => markup.replaceAll(PREVIEW, '$1$2').match(/<[^>]*>/g) ?? [];

const page = (texts: readonly string[], language: (typeof languages)[number]): string => {
  const [dealerName = '', description = '', fullName = '', productCode = ''] = texts;
  const link = linkWith({ dealerName, description, buyer: { fullName }, basket: [{ productCode, quantity: 1 }] });
  return cardFormIn(language, { link, frame: { language, serviceName: dealerName } }).markup;
};

describe('pages of payers', () => {
  test('no text of dealer or buyer becomes markup: the page has the same tags as with harmless texts', () => {
    const harmless = ['Shop', 'Two pieces', 'Elif', 'P-1'];
    fc.assert(
      fc.property(fc.tuple(hostile, hostile, hostile, hostile), fc.constantFrom(...languages), (texts, language) => {
        const markup = page(texts, language);
        expect(tagsIn(markup)).toEqual(tagsIn(page(harmless, language)));
        expect(tagsIn(markup).join('')).not.toContain(MARK);
        expect(markup).toContain(`&lt;${MARK} &quot;&#39;&gt;`);
      }),
      { numRuns: 300 },
    );
  });

  test('the page of a failure escapes its number as well', () => {
    fc.assert(
      fc.property(hostile, (correlationId) => {
        const { markup } = failurePage(correlationId, { language: 'en', serviceName: 'Pay' });
        expect(tagsIn(markup).join('')).not.toContain(MARK);
      }),
    );
  });
});
