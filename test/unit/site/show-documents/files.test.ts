import { describe, expect, test } from 'vitest';
import { showDocuments } from '../../../../functions/site/show-documents/show-documents.ts';

const frame = { language: 'en', serviceName: 'Service', testCards: undefined } as const;

const fileOf = async (file: string | undefined, baseUrl = 'https://pay.example') => {
  const show = showDocuments({ readFile: (name) => Buffer.from(`content of ${name}`), baseUrl });
  const parameters = file === undefined ? {} : { file };
  return show({ parameters, frame, accepts: () => true, posted: [], sourceAddress: '192.0.2.1', browser: {} });
};

const documentOf = async (file: string | undefined, baseUrl?: string) => {
  const answer = await fileOf(file, baseUrl);
  if (!('document' in answer)) throw new Error('the answer is no file');
  const { document } = answer;
  const content = 'gzipped' in document ? document.gzipped : document.content;
  return { ...document, text: content.toString() };
};

describe('The reference of the API', () => {
  test.each([
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['openapi.json', 'application/json; charset=utf-8'],
    ['postman.json', 'application/json; charset=utf-8'],
  ])('%s comes compressed from the bundle, as %s', async (file, type) => {
    const document = await documentOf(file);
    expect(document).toMatchObject({ type, text: `content of ${file}.gz` });
    expect('gzipped' in document).toBe(true);
  });

  test.each(['other.js', 'toString', '__proto__', '../openapi.json', ''])('"%s" is no file of it', async (file) => {
    expect(await fileOf(file)).toMatchObject({ statusCode: 404 });
  });

  test('is a page whose scripts and styles are files of this service', async () => {
    const { type, text, policy } = await documentOf(undefined);
    expect(type).toBe('text/html; charset=utf-8');
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    const files = [...text.matchAll(/(?:src|href)="\/docs\/([^"]+)"/g)].map(([, file]) => file);
    expect(files).toEqual([
      'swagger-ui.css',
      'reference.css',
      'openapi.json',
      'postman.json',
      'swagger-ui-bundle.js',
      'reference.js',
    ]);
    for (const file of files) expect(await fileOf(file)).toHaveProperty('document');
    expect(text).not.toContain('demo-dealer.json');
  });

  test('on one machine says whose account the examples need, and leads to the shop', async () => {
    const { text } = await documentOf(undefined, 'http://127.0.0.1:3000');
    expect(text).toContain('demo-dealer.json');
    expect(text).toContain('href="/shop"');
  });

  test('draws the document that is beside it, calls this service, and looks as its reader likes', async () => {
    const script = await documentOf('reference.js');
    expect(script.type).toBe('text/javascript; charset=utf-8');
    expect(script.text).toContain("fetch('/docs/openapi.json')");
    expect(script.text).toContain('servers: [{ url: location.origin }]');
    const style = await documentOf('reference.css');
    expect(style.type).toBe('text/css; charset=utf-8');
    expect(style.text).toContain('color-scheme: light dark');
  });
});
