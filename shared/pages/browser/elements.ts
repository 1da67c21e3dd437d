/** An element that the page always has where its script runs. */
export const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

export const inputOf = (id: string): HTMLInputElement => byId(id) as HTMLInputElement;

/** Written as an attribute: an SVG element has no property `hidden`. */
export const show = (element: Element, shown: boolean): void => void element.toggleAttribute('hidden', !shown);

export const digitsOf = ({ value }: HTMLInputElement): string => value.replace(/\D/g, '');
