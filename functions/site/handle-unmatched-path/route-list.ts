import * as z from 'zod/mini';

/** Function names by route key, such as `POST /DealerSale/GetSale`; undefined where a sandbox adds the route, which is no operation. */
export type FunctionsByRoute = Readonly<Record<string, string | undefined>>;

const schema = z.array(z.object({ function: z.string(), routes: z.array(z.string()), sandboxOnly: z.boolean() }));

/**
 * The functions of one stage from the list of all routes, a JSON text. The name of a function is that of its folder behind the
 * stage's, with its alias where it has one. Throws if the text is no such list.
 */
export const functionsByRoute = (
  text: string,
  { stage, sandbox }: { readonly stage: string; readonly sandbox: boolean },
): FunctionsByRoute =>
  Object.fromEntries(
    z
      .parse(schema, JSON.parse(text))
      .filter(({ sandboxOnly }) => sandbox || !sandboxOnly)
      .flatMap((one) =>
        one.routes.map((route) => [route, one.sandboxOnly ? undefined : `payment-link-${stage}-${one.function}`]),
      ),
  );
