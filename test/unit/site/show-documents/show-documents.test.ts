import { expect, test } from 'vitest';
import { showDocuments } from '../../../../functions/site/show-documents/show-documents.ts';

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000', true],
  ['https://abc.execute-api.eu-central-1.amazonaws.com', false],
])(
  'the reference of %s leads back to the front page: %s, since one machine alone has that (rule 49)',
  async (baseUrl, leads) => {
    const show = showDocuments({ readFile: () => Buffer.from(''), baseUrl });
    const frame = { language: 'en', serviceName: 'Service', testCards: undefined } as const;
    const answer = await show({
      parameters: {},
      frame,
      accepts: () => true,
      posted: [],
      sourceAddress: '192.0.2.1',
      browser: {},
    });
    if (!('document' in answer) || !('content' in answer.document)) throw new Error('no page');
    expect(answer.document.content.toString().includes('href="/"')).toBe(leads);
  },
);
