import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../shared/domain/language.ts';
import { linkForm } from '../../../../shared/pages/desk/link/link-form.ts';
import { linkPage } from '../../../../shared/pages/desk/link/link-page.ts';
import { deskLinkTexts } from '../../../../shared/pages/desk/link/link-texts.ts';
import { linksPage, listedLinkStates } from '../../../../shared/pages/desk/link/links-page.ts';
import { choice, formIn, frameIn, link, linkPages, NOW_MS } from './desk-link-samples.ts';

const languages: readonly Language[] = ['tr', 'en'];
const every = Object.entries(linkPages).flatMap(([name, make]) =>
  languages.map((language) => ({ name, language, markup: make(language).markup })),
);

/** Most that a page of the desk may be, uncompressed. */
const MOST_BYTES = 40_000;
const VOID = new Set(['input', 'meta', 'link', 'br', 'path', '!doctype']);

/** The first tag that is not closed in its place; undefined where all are. */
const unbalanced = (markup: string): string | undefined => {
  const open: string[] = [];
  const body = markup.replaceAll(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  for (const [, closes, name = '', own] of body.matchAll(/<(\/?)([a-z!][a-z0-9]*)[^>]*?(\/?)>/gi)) {
    if (VOID.has(name.toLowerCase()) || own === '/') continue;
    if (closes === '') open.push(name);
    else if (open.pop() !== name) return name;
  }
  return open[0];
};

describe('Pages of links, reusable links, customers and sales', () => {
  test.each(every)('$name in $language has less than 40 kB', ({ markup }) => {
    expect(Buffer.byteLength(markup, 'utf8')).toBeLessThan(MOST_BYTES);
  });

  test.each(every)(
    '$name in $language escapes what people wrote, masks card numbers and names no style or event',
    ({ markup }) => {
      expect(markup).not.toContain('<script>alert(1)');
      expect(markup).not.toContain('<b>Bahçe');
      expect(markup).not.toMatch(/ (?:style|on[a-z]+)="/);
      // A value that a form keeps is what was typed; nothing else shows a number.
      expect(markup.replaceAll(/ value="[^"]*"/g, '')).not.toMatch(/4111.?1111.?1111.?1111/);
      expect(markup).not.toContain('secret@example.com');
    },
  );

  test.each(every)(
    '$name in $language closes its tags, labels its fields and heads its columns',
    ({ markup, language }) => {
      expect(unbalanced(markup)).toBeUndefined();
      expect(markup).toContain(`<html lang="${language}">`);
      const labelled = [...markup.matchAll(/<label for="([^"]*)"/g)].map(([, name]) => name);
      const fields = [...markup.matchAll(/<(?:input|select) [^>]*?id="([^"]*)"/g)].map(([, id]) => id);
      expect(new Set(fields)).toEqual(new Set(labelled));
      expect(new Set(fields).size).toBe(fields.length);
      for (const [, ids = ''] of markup.matchAll(/aria-(?:describedby|labelledby)="([^"]*)"/g)) {
        for (const id of ids.split(' ')) expect(markup).toContain(` id="${id}"`);
      }
      const heads = markup.match(/<th /g)?.length ?? 0;
      expect(markup.match(/<th scope="(?:col|row)"/g)?.length ?? 0).toBe(heads);
      expect(markup.match(/<h1>/g)).toHaveLength(1);
    },
  );

  test('every form that posts has the token and a one-time value', () => {
    for (const { markup } of every) {
      for (const [form] of markup.matchAll(/<form method="post"[\s\S]*?<\/form>/g)) {
        expect(form).toContain('name="token"');
        if (!form.includes('/desk/sign-out')) expect(form).toContain('name="once"');
      }
    }
  });

  test('an empty list says what to do next', () => {
    const form = { form: formIn('tr'), frame: frameIn('tr'), rows: [], filter: {}, nowMs: NOW_MS };
    expect(linksPage(form).markup).toContain('ilk linkinizi oluşturun');
    expect(linkPages['links, none yet']?.('en').markup).toContain('This merchant has no kind of link yet.');
    expect(linkPages['links, none found']?.('en').markup).toContain('Choose another day or state.');
    expect(linkPages['reusable links, none yet']?.('tr').markup).toContain(
      'Linkleri kasiyerler ve yöneticiler oluşturur.',
    );
  });
});

describe('The form of a new link', () => {
  test('asks for amount, what for and contacts first; the rest is one press away, and open where something is wrong there', () => {
    const { markup } = linkForm(formIn('en'));
    const [open = '', rest = ''] = markup.split('<details');
    for (const name of ['amount', 'currency', 'description', 'phone', 'email'])
      expect(open).toContain(`name="${name}"`);
    for (const name of ['name', 'expires', 'installments', 'definition']) expect(rest).toContain(`name="${name}"`);
    expect(markup).not.toContain('<details class="field" open>');
    const wrong = linkForm(formIn('en', { refusal: { field: 'expires', problem: 'expires-wrong' } }));
    expect(wrong.markup).toContain('<details class="field" open>');
    expect(wrong.markup).toContain('aria-invalid="true"');
  });

  test('says on which channels a link is sent, by definition and stage', () => {
    const sent = linkForm(formIn('en', { choices: [choice({ channels: ['sms'] })] })).markup;
    expect(sent).toContain('The link goes to this number by SMS.');
    expect(sent).toContain('no e-mail is sent');
    expect(linkForm(formIn('en', { choices: [choice({ channels: [] })] })).markup).toContain(
      'this merchant sends no messages',
    );
  });

  test('offers the installments that some definition allows, and the payer’s choice where one leaves it', () => {
    const options = (changes: Parameters<typeof choice>[0]) =>
      [...linkForm(formIn('en', { choices: [choice(changes)] })).markup.matchAll(/<option value="([^"]*)"/g)]
        .map(([, value = '']) => value)
        .filter((value) => /^(?:payer|\d+)$/.test(value));
    expect(options({})).toEqual(['payer', '1', '2', '3', '6', '12']);
    expect(options({ setBy: 'payer' })).toEqual(['payer']);
    expect(options({ setBy: 'dealer', counts: [3] })).toEqual(['1', '3']);
    expect(options({ counts: [] })).toEqual(['1']);
  });
});

describe('The page of a link', () => {
  const view = (changes: object) => ({
    frame: frameIn('en'),
    link: link(),
    state: 'open' as const,
    messages: [],
    resend: 'not-sent-by-us' as const,
    may: { send: true, cancel: true },
    once: 'o',
    nowMs: NOW_MS,
    ...changes,
  });

  test('offers what the role may do, and says why a link is not sent again', () => {
    const { markup } = linkPage(view({}));
    expect(markup).toContain('This link is not sent by message');
    expect(markup).not.toContain('/resend"');
    expect(markup).toContain('/cancel"');
    const seen = linkPage(view({ resend: 'deliveries', may: { send: false, cancel: false } })).markup;
    expect(seen).not.toMatch(/\/(?:resend|cancel)"/);
  });

  test.each(listedLinkStates.filter((state) => state !== 'open'))('of one that is %s offers nothing', (state) => {
    for (const language of languages) {
      const { markup } = linkPage({ ...view({ state }), frame: frameIn(language) });
      expect(markup).toContain(deskLinkTexts[language].states[state]);
      expect(markup).not.toMatch(/\/(?:resend|cancel)"/);
    }
  });
});

describe('An empty list of links', () => {
  test.each(languages)('in %s leads to the form alone where there is one', (language) => {
    const { list } = deskLinkTexts[language];
    const view = { frame: frameIn(language), rows: [], filter: {}, nowMs: NOW_MS };
    const emptied = (form?: ReturnType<typeof formIn>) =>
      /<p>[^<]*<\/p><\/section>/.exec(linksPage({ ...view, form }).markup)?.[0];
    expect(emptied(formIn(language))).toContain(`${list.empty} ${list.makeFirst}<`);
    expect(emptied(formIn(language, { choices: [] }))).toContain(`${list.empty}<`);
    expect(emptied()).toContain(`${list.empty} ${list.madeByOthers}<`);
  });
});
