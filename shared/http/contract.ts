/** A route of the HTTP API. `{name}` in a path is a variable segment, as API Gateway writes it. */
export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
}

/** What the deployment needs to know of a function that answers HTTP. `name` is its folder. */
export interface HttpContract {
  readonly name: string;
  readonly routes: readonly Route[];
}
