/**
 * Replaces the SDK's event streams in the bundles. No function sends or reads one, but the SDK would bring their codec,
 * its checksums and Node's compression to each start.
 */
export const EventStreamSerde = undefined;

// A client that knows such operations asks for both when it is made.
export const eventStreamSerdeProvider = (): undefined => undefined;
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
