const LOOPBACK_NAMES = ['127.0.0.1', 'localhost'];

/** True where the service runs on one machine, whose browser alone reaches it. */
export const isOneMachine = (baseUrl: string): boolean => LOOPBACK_NAMES.includes(new URL(baseUrl).hostname);

/** The origins by which browsers know a stage: its own address, which one machine has by two names. */
export const ownOrigins = (baseUrl: string): readonly string[] => {
  const { origin, port } = new URL(baseUrl);
  if (!isOneMachine(baseUrl)) return [origin];
  return [origin, ...LOOPBACK_NAMES.map((name) => `http://${name}:${port}`).filter((other) => other !== origin)];
};
