import { PNG } from 'pngjs';

/** A PNG file of one colour, as somebody exports a logo. */
export const pngOf = (width: number, height: number, [red, green, blue]: readonly [number, number, number]): Buffer => {
  const picture = new PNG({ width, height });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red, green, blue, 255], at);
  return PNG.sync.write(picture);
};
