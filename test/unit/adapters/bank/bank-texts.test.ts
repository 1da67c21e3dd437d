import { describe, expect, test } from 'vitest';
import { decodeAnswer } from '../../../../shared/adapters/bank/decode-answer.ts';
import { encodeIso88599 } from '../../../../shared/adapters/bank/iso-8859-9.ts';
import { charsetNamed, pageText } from '../../../../shared/adapters/bank/page-text.ts';
import { readXml } from '../../../../shared/adapters/bank/xml-reader.ts';

describe('a document of the bank', () => {
  test.each<[string, string, unknown]>([
    ['texts stay texts', '<a>00123</a>', '00123'],
    ['blanks around a text go', '<a> x </a>', 'x'],
    ['attributes are nothing', '<a b="1">x</a>', 'x'],
    ['a declaration is nothing', '\uFEFF <?xml version="1.0" encoding="utf-8"?>\n<a>x</a>\n', 'x'],
    ['the five names', '<a>&amp;&lt;&gt;&quot;&apos;</a>', '&<>"\''],
    ['one pass alone', '<a>&amp;lt;&#38;gt;</a>', '&lt;&gt;'],
    ['numbers of characters', '<a>&#65;&#x42;&#x10ffff;</a>', 'AB\u{10ffff}'],
    ['a part that is no markup', '<a><![CDATA[1 < 2 &amp; <b>\n]]></a>', '1 < 2 &amp; <b>'],
    ['two such parts', '<a><![CDATA[x]]>-<![CDATA[y]]></a>', 'x-y'],
    ['repeated names', '<a><b>1</b><b>2</b></a>', { b: ['1', '2'] }],
    ['eight levels', `${'<a>'.repeat(8)}x${'</a>'.repeat(8)}`, expect.anything()],
  ])('%s', (_rule, document, a) => {
    expect(readXml(document)).toEqual({ a });
  });

  test.each([
    ['a second declaration', '<a>x</a><?xml version="1.0"?>'],
    ['a declaration that is not the first', 'x<?xml version="1.0"?><a>x</a>'],
    ['a document type', '<!DOCTYPE a><a>x</a>'],
    ['a comment', '<a><!-- x --></a>'],
    ['an instruction', '<a><?php x ?></a>'],
    ['text before the root', 'x<a>x</a>'],
    ['text behind it', '<a>x</a>x'],
    ['two roots', '<a>x</a><b>x</b>'],
    ['two roots of one name', '<a>x</a><a>x</a>'],
    ['no root', ''],
    ['an element that is not closed', '<a><b>x</a>'],
    ['an unknown name', '<a>&nbsp;</a>'],
    ['a lone ampersand', '<a>a & b</a>'],
    ['an ampersand at the end', '<a>a &</a>'],
    ['a number behind letters', '<a>&x#65;</a>'],
    ['a number before letters', '<a>&#65x;</a>'],
    ['a number above all characters', '<a>&#x110000;</a>'],
    ['a larger number', '<a>&#9999999;</a>'],
    ['half a character', '<a>&#xd800;</a>'],
    ['the other half', '<a>&#xdfff;</a>'],
    ['a control character', '<a>&#7;</a>'],
    ['a control character as it is', '<a>\u0007</a>'],
    ['a non-character', '<a>&#xffff;</a>'],
    ['more levels than a bank has', `${'<a>'.repeat(12)}x${'</a>'.repeat(12)}`],
  ])('is not read with %s', (_what, document) => {
    expect(readXml(document)).toBeUndefined();
  });
});

const bytesOf = (...codes: readonly number[]): Uint8Array => Uint8Array.from(codes);
/** `ğ` in ISO-8859-9; no valid UTF-8. */
const LATIN_5 = bytesOf(0xf0);
const UTF_8 = Buffer.from('ğ');

describe('the encoding of an answer', () => {
  test.each([
    ['utf-8', UTF_8],
    ['UTF8', UTF_8],
    ['us-ascii', UTF_8],
    ['iso-8859-9', LATIN_5],
    ['iso8859-9', LATIN_5],
    ['latin5', LATIN_5],
    ['windows-1254', LATIN_5],
    ['iso-8859-1', LATIN_5],
  ])('%s is known', (label, body) => {
    expect(decodeAnswer({ contentType: `text/xml; charset=${label}`, body })).toBe('ğ');
    const declared = Buffer.concat([Buffer.from(`<?xml version="1.0" encoding="${label}"?>`), body]);
    expect(decodeAnswer({ contentType: '', body: declared })?.endsWith('ğ')).toBe(true);
  });

  test('what the header names is believed before the document, and bytes that fit neither are read all the same', () => {
    const ofHeader = (label: string) => decodeAnswer({ contentType: `text/xml; charset="${label}"`, body: UTF_8 });
    expect(ofHeader('iso-8859-9')).toBe('Ä\u{178}');
    expect(ofHeader('utf-8')).toBe('ğ');
    expect(decodeAnswer({ contentType: 'text/xml; charset=utf-8', body: LATIN_5 })).toBe('ğ');
    expect(decodeAnswer({ contentType: '', body: LATIN_5 })).toBe('ğ');
    expect(decodeAnswer({ contentType: '', body: UTF_8 })).toBe('ğ');
  });

  test.each(['utf-16', 'koi8-r'])('another one is refused: %s', (label) => {
    expect(decodeAnswer({ contentType: `text/xml; charset=${label}`, body: UTF_8 })).toBeUndefined();
    const body = Buffer.from(`<?xml version='1.0' encoding='${label}'?>`);
    expect(decodeAnswer({ contentType: 'text/xml; charset=utf-8', body })).toBeUndefined();
  });

  test('a text leaves in ISO-8859-9, or not at all', () => {
    expect(encodeIso88599('Ağış 1')).toEqual(bytesOf(0x41, 0xf0, 0xfd, 0xfe, 0x20, 0x31));
    const all = Array.from({ length: 256 }, (_, byte) => byte);
    const text = new TextDecoder('iso-8859-9').decode(Uint8Array.from(all));
    expect([...(encodeIso88599(text) ?? [])]).toEqual(all);
    expect(encodeIso88599('A漢')).toBeUndefined();
  });
});

describe('the encoding of a page', () => {
  test.each([
    ['utf8', 'utf-8'],
    ['UTF-8', 'utf-8'],
    [' us-ascii ', 'windows-1252'],
    ['ascii', 'windows-1252'],
    ['latin1', 'iso-8859-1'],
    ['iso8859-1', 'iso-8859-1'],
    ['latin5', 'iso-8859-9'],
    ['iso8859-9', 'iso-8859-9'],
    ['iso_8859-9', 'iso-8859-9'],
    ['cp1252', 'windows-1252'],
    ['cp1254', 'windows-1254'],
    ['utf-16', undefined],
    ['', undefined],
  ])('%s is %s', (name, charset) => {
    expect(charsetNamed(name)).toBe(charset);
  });

  test.each([
    ['text/html;charset = utf-8', UTF_8, { text: 'ğ', charset: 'utf-8' }],
    [' text/html', LATIN_5, { text: 'ğ' }],
    ['application/xhtml+xml ; charset="iso-8859-9"', LATIN_5, { text: 'ğ', charset: 'iso-8859-9' }],
    ['x-text/html', UTF_8, undefined],
    ['x text/html', UTF_8, undefined],
    ['text/html5', UTF_8, undefined],
    ['text/html; charset=utf-8', LATIN_5, undefined],
  ])('%s', (contentType, body, read) => {
    expect(pageText({ contentType, body })).toEqual(read);
  });

  test('a page names it in a meta element, and two bytes are no mark', () => {
    const page = (start: string) => ({ contentType: 'text/html', body: Buffer.concat([Buffer.from(start), LATIN_5]) });
    expect(pageText(page('<meta charset = "latin5">'))).toMatchObject({ charset: 'iso-8859-9' });
    expect(pageText(page("<meta http-equiv=x content='text/html; charset= iso-8859-9'>"))).toMatchObject({
      charset: 'iso-8859-9',
    });
    const marked = bytesOf(0xef, 0xbb, 0x41);
    expect(pageText({ contentType: 'text/html', body: marked })).not.toHaveProperty('charset');
  });
});
