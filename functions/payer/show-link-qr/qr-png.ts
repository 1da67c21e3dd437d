import { PNG } from 'pngjs';
import { qrModules } from '../../../shared/pages/qr-code.ts';

/** Pixels of a module in a picture. */
const SCALE = 8;
const WHITE = 255;

/** A QR code as a PNG of grey values, about 300 pixels wide. */
export const qrPng = (address: string): Buffer => {
  const modules = qrModules(address);
  const size = modules.length * SCALE;
  const picture = new PNG({ width: size, height: size, colorType: 0, inputColorType: 0, inputHasAlpha: false });
  picture.data = Buffer.alloc(size * size, WHITE);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (modules[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)] === true) picture.data[y * size + x] = 0;
    }
  }
  return PNG.sync.write(picture, { colorType: 0, inputColorType: 0, inputHasAlpha: false });
};
