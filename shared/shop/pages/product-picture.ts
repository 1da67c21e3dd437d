import { html } from '../../pages/html.ts';

const glass = html`<ellipse cx="100" cy="286" rx="92" ry="18" class="saucer"/><ellipse cx="100" cy="281" rx="64" ry="11" class="rim"/>
<path class="tea" d="M58 96h84c-2 36-24 46-24 78 0 34 26 44 20 88-1 10-8 16-17 16H79c-9 0-16-6-17-16-6-44 20-54 20-88 0-32-22-42-24-78z"/>
<path class="glass" d="M52 52h96c6 70-24 84-24 122 0 32 26 46 20 92-1 10-9 16-19 16H75c-10 0-18-6-19-16-6-46 20-60 20-92 0-38-30-52-24-122z"/>
<ellipse cx="100" cy="96" rx="42" ry="8" class="surface"/><path class="shine" d="M66 64c-1 40 18 66 20 92"/>`;

/** Two glasses of tea, drawn. */
export const productPicture = html`<svg class="picture" viewBox="0 0 440 360" role="img" aria-label="Two glasses of tea on saucers">
<path class="steam" d="M136 34c-10-12 10-18 0-32M160 38c-10-12 10-18 0-32M276 56c-10-12 10-18 0-32M300 60c-10-12 10-18 0-32"/>
<g transform="translate(48 4)">${glass}</g><g transform="translate(188 26)">${glass}</g></svg>`;
