import { deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { MAX_LOGO_BYTES } from '../../../shared/domain/dealer/dealer-looks.ts';
import { logoOf } from '../../../shared/looks/logo.ts';

type Paint = (x: number, y: number) => readonly [number, number, number, number];

const png = (width: number, height: number, paint: Paint): Buffer => {
  const picture = new PNG({ width, height });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) picture.data.set(paint(x, y), (y * width + x) * 4);
  }
  return PNG.sync.write(picture);
};
const madeFrom = (file: Buffer): { readonly file: Buffer; readonly picture: PNG } => {
  const read = logoOf(file);
  if ('problem' in read) throw new Error(read.problem);
  const made = Buffer.from(read.value, 'base64');
  return { file: made, picture: PNG.sync.read(made) };
};

const interlaced = (file: Buffer): Buffer => {
  file.writeUInt8(1, 28);
  return file;
};

/** A red disc on nothing. */
const disc: Paint = (x, y) => [200, 16, 46, (x - 128) ** 2 + (y - 128) ** 2 < 10_000 ? 255 : 0];

describe('A dealer’s logo', () => {
  test('is made anew from its pixels: 96 high, small, with its clear ground', () => {
    const { file, picture } = madeFrom(png(256, 256, disc));
    expect([picture.width, picture.height]).toEqual([96, 96]);
    expect(file.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
    expect(picture.data[3]).toBe(0);
    const middle = [...picture.data.subarray((48 * 96 + 48) * 4, (48 * 96 + 49) * 4)];
    expect(middle).toEqual([204, 17, 51, 255]);
  });

  test('keeps nothing of the file but pixels', () => {
    const file = png(64, 64, disc);
    const secret = Buffer.from('\0\0\0\u0010tEXtComment\0<script>\0\0\0\0', 'latin1');
    const withText = Buffer.concat([file.subarray(0, 33), secret, file.subarray(33)]);
    const read = logoOf(withText);
    if ('value' in read) expect(Buffer.from(read.value, 'base64').toString('latin1')).not.toContain('script');
    expect(madeFrom(file).file.toString('latin1')).not.toContain('tEXt');
  });

  test('a wide one keeps its shape, a small one its size', () => {
    expect(madeFrom(png(512, 64, disc)).picture).toMatchObject({ width: 288, height: 36 });
    expect(madeFrom(png(20, 10, disc)).picture).toMatchObject({ width: 20, height: 10 });
  });

  test('a photograph becomes small enough, in fewer shades', () => {
    let state = 7;
    const noise = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state % 256;
    };
    const photo = png(300, 300, (x, y) => [x % 256, y % 256, (x * y) % 256, 255]);
    expect(madeFrom(photo).file.length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
    const read = logoOf(png(256, 256, () => [noise(), noise(), noise(), 255]));
    if ('value' in read) expect(Buffer.from(read.value, 'base64').length).toBeLessThanOrEqual(MAX_LOGO_BYTES);
  });

  test('more pixels than its head allows are refused before anything is inflated', () => {
    expect(logoOf(png(513, 1, disc))).toEqual({ problem: 'too-many-pixels' });
    const bomb = png(512, 512, disc);
    bomb.writeUInt32BE(60_000, 16);
    expect(logoOf(bomb)).toEqual({ problem: 'too-many-pixels' });
  });

  test('a file that inflates to more than its head says is cut or refused, never kept whole', () => {
    const file = png(1, 1, disc);
    const idat = file.indexOf('IDAT');
    const huge = deflateSync(Buffer.alloc(20_000_000));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(huge.length);
    const bomb = Buffer.concat([file.subarray(0, idat - 4), length, Buffer.from('IDAT'), huge, Buffer.alloc(4)]);
    const before = process.memoryUsage().arrayBuffers;
    logoOf(bomb);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
  });

  test('one that was made here is kept byte for byte, whatever shades it has', () => {
    for (const paint of [disc, (x, y) => [x % 256, y % 256, (x * y) % 256, 255]] satisfies Paint[]) {
      const { file } = madeFrom(png(300, 300, paint));
      expect(madeFrom(file).file).toEqual(file);
    }
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 'not-png'],
    ['an SVG with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'not-png'],
    ['another kind', Buffer.from('GIF89a'.padEnd(60)), 'not-png'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(80)), 'not-png'],
    ['a huge file', Buffer.alloc(300_001), 'too-large'],
    ['a cut file', png(8, 8, disc).subarray(0, 50), 'unreadable'],
    ['an interlaced file', interlaced(png(8, 8, disc)), 'interlaced'],
  ])('refuses %s', (_what, file, problem) => {
    expect(logoOf(file)).toEqual({ problem });
  });
});
