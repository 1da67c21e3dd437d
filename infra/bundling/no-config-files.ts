/**
 * Takes the place of the reader of the SDK's shared configuration files in the bundles. A Lambda has no `~/.aws`: every
 * client would look for its two files at its first call, and reading files at all is a part of Node that a function
 * would load for that alone.
 */
export const readFile = (): Promise<string> => Promise.reject(new Error('There are no configuration files in Lambda.'));

// The SDK's own reader offers both to its tests and tools.
export const filePromises: Record<string, Promise<string>> = {};
export const fileIntercept: Record<string, Promise<string>> = {};
