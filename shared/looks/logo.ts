import { PNG } from 'pngjs';
import { type LogoProblem, MAX_LOGO_BYTES, MAX_LOGO_FILE_BYTES, MAX_LOGO_SIDE } from '../domain/dealer/dealer-looks.ts';

/** Heights that are tried, the largest first: pages show a logo 40 pixels high. A wide one is at most so many times as wide. */
const HEIGHTS = [96, 80, 64, 48, 40];
const MOST_TIMES_WIDE = 3;
/** How many shades of each colour are kept: fewer make a smaller file. */
const SHADES = [16, 8, 6, 4];
const MAX_COLOURS = 256;
const CHANNELS = 4;

/** Node's compression, which a function loads for a logo alone. */
const zlib = () => process.getBuiltinModule('node:zlib');

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel. */
  readonly data: Uint8Array;
}

/** What the head of the file says of its pixels, read before anything is inflated. */
const problemOfHead = (file: Buffer): LogoProblem | undefined => {
  if (file.length > MAX_LOGO_FILE_BYTES) return 'too-large';
  if (file.length < 33 || !file.subarray(0, 8).equals(SIGNATURE) || file.toString('latin1', 12, 16) !== 'IHDR') {
    return 'not-png';
  }
  const [width, height, interlace] = [file.readUInt32BE(16), file.readUInt32BE(20), file[28]];
  if (width < 1 || height < 1 || width > MAX_LOGO_SIDE || height > MAX_LOGO_SIDE) return 'too-many-pixels';
  // The decoder bounds what it inflates by the pixels of the head, but not for such files.
  return interlace === 0 ? undefined : 'interlaced';
};

const decoded = (file: Buffer): Picture | undefined => {
  try {
    return PNG.sync.read(file);
  } catch {
    return undefined;
  }
};

/** Each new pixel is the mean of those that it stands for, weighted by their opacity. */
const scaled = (picture: Picture, { width, height }: { readonly width: number; readonly height: number }): Picture => {
  const data = new Uint8Array(width * height * CHANNELS);
  const edge = (at: number, from: number, to: number): number => Math.floor((at * from) / to);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const sums = [0, 0, 0, 0];
      let pixels = 0;
      const below = Math.max(edge(y + 1, picture.height, height), edge(y, picture.height, height) + 1);
      const right = Math.max(edge(x + 1, picture.width, width), edge(x, picture.width, width) + 1);
      for (let fromY = edge(y, picture.height, height); fromY < below; fromY += 1) {
        for (let fromX = edge(x, picture.width, width); fromX < right; fromX += 1) {
          const at = (fromY * picture.width + fromX) * CHANNELS;
          const opacity = picture.data[at + 3] ?? 0;
          for (let channel = 0; channel < 3; channel += 1) {
            sums[channel] = (sums[channel] ?? 0) + (picture.data[at + channel] ?? 0) * opacity;
          }
          sums[3] = (sums[3] ?? 0) + opacity;
          pixels += 1;
        }
      }
      const opacity = sums[3] ?? 0;
      const colour = sums.slice(0, 3).map((sum) => (opacity === 0 ? 0 : Math.round(sum / opacity)));
      data.set([...colour, Math.round(opacity / pixels)], (y * width + x) * CHANNELS);
    }
  }
  return { width, height, data };
};

const chunk = (type: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(zlib().crc32(named));
  return Buffer.concat([length, named, check]);
};

/** The picture as a PNG with a palette of its shades; undefined where it has too many. */
const withPalette = ({ width, height, data }: Picture, shades: number): Buffer | undefined => {
  const colours = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  const kept = (value: number): number => Math.round((Math.round((value / 255) * (shades - 1)) * 255) / (shades - 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data
      .subarray(pixel * CHANNELS, (pixel + 1) * CHANNELS)
      .map(kept);
    const colour = opacity === 0 ? 0 : ((red * 256 + green) * 256 + blue) * 256 + opacity;
    const index = colours.get(colour) ?? colours.size;
    colours.set(colour, index);
    if (colours.size > MAX_COLOURS) return undefined;
    rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = index;
  }
  const parts = [...colours.keys()].map((colour) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(colour);
    return bytes;
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.concat(parts.map((colour) => colour.subarray(0, 3)))),
    chunk('tRNS', Buffer.from(parts.map((colour) => colour[3] ?? 0))),
    chunk('IDAT', zlib().deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const sizesFor = ({ width, height }: Picture): readonly { readonly width: number; readonly height: number }[] =>
  HEIGHTS.map((most) => {
    const share = Math.min(1, most / height, (most * MOST_TIMES_WIDE) / width);
    return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
  });

/** True for a file that was made here: made anew at its own size it is the same, byte for byte. */
const isMadeHere = (file: Buffer, picture: Picture): boolean => {
  const [{ width, height } = picture] = sizesFor(picture);
  if (file.length > MAX_LOGO_BYTES || width !== picture.width || height !== picture.height) return false;
  return SHADES.some((shades) => withPalette(picture, shades)?.equals(file) === true);
};

/**
 * A dealer's logo made anew from the pixels of a PNG file, in base64: the largest and finest that MAX_LOGO_BYTES hold.
 * Nothing of the file but its pixels is kept, and what was made here stays as it is. Refuses what is no PNG, is too
 * large, or whose pixels are not those that its head names.
 */
export const logoOf = (file: Buffer): { readonly value: string } | { readonly problem: LogoProblem } => {
  const problem = problemOfHead(file);
  if (problem !== undefined) return { problem };
  const picture = decoded(file);
  if (picture === undefined) return { problem: 'unreadable' };
  if (isMadeHere(file, picture)) return { value: file.toString('base64') };
  for (const size of sizesFor(picture)) {
    const small = scaled(picture, size);
    for (const shades of SHADES) {
      const made = withPalette(small, shades);
      if (made !== undefined && made.length <= MAX_LOGO_BYTES) return { value: made.toString('base64') };
    }
  }
  return { problem: 'too-many-colours' };
};
