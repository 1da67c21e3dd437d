/**
 * Replaces the SDK's reader of shared configuration files in the bundles. A Lambda has no `~/.aws`, but each client
 * would look for two files there at its first call. For that alone a function would load Node's code for reading files.
 */
export const readFile = (): Promise<string> => Promise.reject(new Error('There are no configuration files in Lambda.'));

// The SDK's own reader exports both for its tests and tools.
export const filePromises: Record<string, Promise<string>> = {};
export const fileIntercept: Record<string, Promise<string>> = {};
