const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\t', '&#9;');

const elementsOf = (texts: Readonly<Record<string, string>>): string =>
  Object.entries(texts)
    .map(([name, text]) => `<${name}>${escaped(text)}</${name}>`)
    .join('');

/** A bank's answer as it is on the wire. Unlike our own requests it may hold tabs. */
export const cc5Response = (
  elements: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string>> = {},
): string =>
  `<?xml version="1.0" encoding="ISO-8859-9"?><CC5Response>${elementsOf(elements)}<Extra>${elementsOf(extra)}</Extra></CC5Response>`;
