import type { PNG as Png } from 'pngjs';

/**
 * Replaces the package of PNG pictures in the bundles by one that loads at its first use. Of the calls of a function that
 * has it few are about such a picture.
 */
const loaded = (): typeof Png => (require('pngjs') as { readonly PNG: typeof Png }).PNG;

export const PNG = Object.assign(
  function newPng(...given: ConstructorParameters<typeof Png>) {
    return new (loaded())(...given);
  },
  {
    sync: {
      read: (...given: Parameters<typeof Png.sync.read>) => loaded().sync.read(...given),
      write: (...given: Parameters<typeof Png.sync.write>) => loaded().sync.write(...given),
    },
  },
);
