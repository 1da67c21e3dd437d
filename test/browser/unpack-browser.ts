import chromium from '@sparticuz/chromium';

/**
 * Unpacks the browser once, before any worker starts one: two that unpack it at the same time, on a machine that has
 * not run the tests before, would each find the other's half-written file.
 */
export default async function setup(): Promise<void> {
  await chromium.executablePath();
}
