import { describe, expect, test } from 'vitest';
import { type MultipartBody, readFileForm } from '../../../shared/http/file-form.ts';
import { MAX_FORM_BYTES } from '../../../shared/http/posted-form.ts';

const LIMITS = { field: 'logo', maxFileBytes: 1000 };
const BOUNDARY = '----WebKitFormBoundaryA1b2C3d4E5f6';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

const part = (name: string, content: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const file = (name: string, content: string, fileName = 'logo.png', type = 'image/png'): string =>
  part(name, content, `; filename="${fileName}"\r\nContent-Type: ${type}`);
const body = (parts: readonly string[], type = TYPE): MultipartBody => ({
  type,
  bytes: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`, 'latin1'),
});
const read = (parts: readonly string[], type?: string) => readFileForm(body(parts, type), LIMITS);

const MALFORMED = { problem: 'malformed' };

describe('A form with a file', () => {
  test('is read as its texts in order, and the bytes of its file', async () => {
    const sent = new FormData();
    sent.append('name', 'Çiçek & Bahçe');
    sent.append('text', 'one\r\ntwo');
    sent.append('name', 'again');
    sent.append('logo', new Blob([new Uint8Array([0, 255, 13, 10, 45, 45])]), 'logo.png');
    const response = new Response(sent);
    const type = response.headers.get('content-type') ?? '';
    expect(await readFileForm({ type, bytes: Buffer.from(await response.arrayBuffer()) }, LIMITS)).toEqual({
      fields: [
        ['name', 'Çiçek & Bahçe'],
        ['text', 'one\r\ntwo'],
        ['name', 'again'],
      ],
      file: Buffer.from([0, 255, 13, 10, 45, 45]),
    });
  });

  test('has no file where none was chosen, and an empty one where that was chosen', async () => {
    const none = await read([part('a', '1'), file('logo', '', '', 'application/octet-stream')]);
    expect(none).toEqual({ fields: [['a', '1']], file: undefined });
    expect(await read([part('a', '1')])).toEqual({ fields: [['a', '1']], file: undefined });
    expect(await read([file('logo', '', 'empty.png')])).toEqual({ fields: [], file: Buffer.alloc(0) });
  });

  test('is read by the bytes of its file: the name and the type that came with it are nobody’s word', async () => {
    const html = '<script>alert(1)</script>';
    expect(await read([file('logo', html, '../../logo.png', 'text/html')])).toEqual({
      fields: [],
      file: Buffer.from(html),
    });
  });

  test('a text in the field of the file is no file', async () => {
    expect(await read([part('logo', 'text')])).toEqual({ fields: [['logo', 'text']], file: undefined });
  });

  test('is too large past the file and 64 kB of texts, before anything is taken apart', async () => {
    const most = LIMITS.maxFileBytes + MAX_FORM_BYTES;
    const fits = body([part('a', 'x'.repeat(most - body([part('a', '')]).bytes.length))]);
    expect(fits.bytes).toHaveLength(most);
    expect(await readFileForm(fits, LIMITS)).toHaveProperty('fields');
    const bytes = Buffer.alloc(most + 1);
    expect(await readFileForm({ type: 'multipart/form-data', bytes }, LIMITS)).toEqual({ problem: 'too-large' });
  });

  test('has at most 24 fields; ten thousand parts are counted and not read', async () => {
    const parts = Array.from({ length: 24 }, (_, index) => part(`field-${index}`, 'x'));
    const most = await read(parts);
    expect('fields' in most ? most.fields : []).toHaveLength(24);
    expect(await read([...parts, part('one-more', 'x')])).toEqual(MALFORMED);
    const many = body(Array.from({ length: 10_000 }, () => part('a', '')));
    expect(await readFileForm(many, { ...LIMITS, maxFileBytes: many.bytes.length })).toEqual(MALFORMED);
  });

  test.each<[string, readonly string[], string?]>([
    ['two files', [file('logo', 'a'), file('logo', 'b')]],
    ['a file in another field', [part('a', '1'), file('token', 'x')]],
    ['a file and another one without a choice', [file('logo', 'a'), file('logo', '', '')]],
    ['no boundary', [part('a', '1')], 'multipart/form-data'],
    ['an empty boundary', [part('a', '1')], 'multipart/form-data; boundary='],
    ['two boundaries', [part('a', '1')], `${TYPE}; boundary=other`],
    ['another boundary than the body has', [part('a', '1')], `${TYPE}x`],
    ['a part that is no field', [`--${BOUNDARY}\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n`]],
    ['a part without a head', [`--${BOUNDARY}\r\n\r\nx\r\n`]],
  ])('with %s is malformed', async (_what, parts, type) => {
    expect(await read(parts, type)).toEqual(MALFORMED);
  });

  test('that is cut anywhere is malformed, and never an error', async () => {
    const whole = body([part('a', '1'), file('logo', 'bytes')]);
    const end = whole.bytes.length - '--\r\n'.length;
    for (let length = 0; length < end; length += 1) {
      const bytes = whole.bytes.subarray(0, length);
      expect(await readFileForm({ type: TYPE, bytes }, LIMITS)).toEqual(MALFORMED);
    }
  });
});
