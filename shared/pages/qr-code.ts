import encodeQR from 'qr';
import { Html, html } from './html.ts';

/** Modules of white around a code, without which readers do not find it. */
const QUIET = 4;

/** The modules of a code for an address, `true` for dark, with the quiet zone around them. */
export const qrModules = (address: string): readonly (readonly boolean[])[] =>
  encodeQR(address, 'raw', { ecc: 'medium', border: QUIET });

/** Each row's runs of dark modules as one path. */
const pathOf = (modules: readonly (readonly boolean[])[]): string =>
  modules
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');

/** A QR code as a drawing that stands in a page, or by itself as a file. It is dark on white in every scheme. */
export const qrSvg = (address: string, label: string): Html => {
  const modules = qrModules(address);
  const size = modules.length;
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${new Html(pathOf(modules))}"/></svg>`;
};
