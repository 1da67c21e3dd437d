/** Red, green and blue from 0 to 255. */
type Colour = readonly [number, number, number];

export interface AccentPair {
  /** The colour of links, borders and the button's ground. */
  readonly mark: string;
  /** What is written on it. */
  readonly ink: string;
}

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
/** The grounds that the colour stands on, as the style sheet has them. The tint of a page stays near them. */
const GROUNDS: Readonly<Record<'light' | 'dark', Colour>> = { light: [237, 240, 243], dark: [31, 42, 53] };
/** AA for text of any size. */
const ENOUGH = 4.5;
const STEPS = 50;

const each = (of: (part: 0 | 1 | 2) => number): Colour => [of(0), of(1), of(2)];

const parse = (hex: string): Colour => each((part) => Number.parseInt(hex.slice(1 + part * 2, 3 + part * 2), 16));

const write = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const contrast = (one: Colour, other: Colour): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The contrast of two colours, from 1 to 21 (WCAG). */
export const contrastOf = (one: string, other: string): number => contrast(parse(one), parse(other));

const mixed = (colour: Colour, other: Colour, share: number): Colour =>
  each((part) => Math.round(colour[part] + (other[part] - colour[part]) * share));

const corrected = (colour: Colour, scheme: 'light' | 'dark'): Colour => {
  const towards = scheme === 'light' ? BLACK : WHITE;
  for (let step = 0; step < STEPS; step += 1) {
    const tried = mixed(colour, towards, step / STEPS);
    if (contrast(tried, GROUNDS[scheme]) >= ENOUGH) return tried;
  }
  return towards;
};

/**
 * A dealer's colour for one scheme, `#rrggbb`: as it is where it can be read, else as little darker (or lighter, in the
 * dark) as makes it AA; and white or black for what is written on it.
 */
export const accentFor = (accent: string, scheme: 'light' | 'dark'): AccentPair => {
  const mark = corrected(parse(accent), scheme);
  const ink = contrast(mark, WHITE) >= ENOUGH ? WHITE : BLACK;
  return { mark: write(mark), ink: write(ink) };
};
