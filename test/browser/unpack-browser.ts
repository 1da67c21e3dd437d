import chromium from '@sparticuz/chromium';

/**
 * Unpacks the browser once, before any worker starts it. On a machine without an unpacked browser two workers would
 * unpack it at the same time, and each would find the other's half-written file.
 */
export default async function setup(): Promise<void> {
  await chromium.executablePath();
}
