/**
 * What is loaded at its first call, and kept: a start of a function does not read it. A load that fails is tried again by
 * the next call.
 */
export const late = <Given extends readonly unknown[], Answer>(
  load: () => Promise<(...given: Given) => Promise<Answer>>,
): ((...given: Given) => Promise<Answer>) => {
  let loading: Promise<(...given: Given) => Promise<Answer>> | undefined;
  return async (...given) => {
    loading ??= load();
    const current = loading;
    const loaded = await current.catch((error: unknown) => {
      if (loading === current) loading = undefined;
      throw error;
    });
    return loaded(...given);
  };
};
