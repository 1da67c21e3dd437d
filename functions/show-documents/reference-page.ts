export interface ReferencePageOptions {
  /** True where the front page of one machine is at `/` (rule 49). */
  readonly hasFrontPage: boolean;
}

/** The page of the reference. Its scripts and styles are files beside it, so that its policy allows nothing inline. */
export const referencePage = ({ hasFrontPage }: ReferencePageOptions): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference: payment links for dealers</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header class="files">
<strong>API reference</strong>
${hasFrontPage ? '<nav aria-label="Pages"><a href="/">Front page</a> <a href="/shop">Demo shop</a></nav>\n' : ''}<nav aria-label="Files"><a href="/docs/openapi.json" download>OpenAPI file</a> <a href="/docs/postman.json" download>Postman collection</a></nav>
${hasFrontPage ? '<p>The examples carry an account that is not on this machine: put in that of <code>demo-dealer.json</code>, or send them from the front page, which signs them.</p>\n' : ''}</header>
<main id="reference"><noscript><p>The reference is drawn by a script. Without one, read the OpenAPI file.</p></noscript></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

/** The whole document would be slow to draw at once, so operations open one by one. */
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', paint);
paint();
const show = async () => {
  const answer = await fetch('/docs/openapi.json');
  const spec = await answer.json();
  SwaggerUIBundle({
    spec: { ...spec, servers: [{ url: location.origin }] },
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    displayRequestDuration: true,
    filter: true,
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  });
};
show();
`;

export const REFERENCE_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; background: #fff; }
.files { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding: .9rem 1.25rem;
  border-bottom: 1px solid #d9dfe5; font: 16px/1.5 system-ui, sans-serif; color: #16202a; }
.files nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.files a { color: #0b6b57; }
.files p { margin: 0; flex-basis: 100%; }
.swagger-ui .opblock-section-header { flex-wrap: wrap; height: auto; }
.swagger-ui .response-col_links { display: none; }
.swagger-ui .wrapper { max-width: 76rem; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .info .title small, .swagger-ui .scheme-container { display: none; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { overflow-wrap: anywhere; white-space: normal; }
.swagger-ui .renderedMarkdown :is(p, li) { line-height: 1.5; }
html.dark-mode body { background: #1b1f24; }
html.dark-mode .files { color: #e6eaee; border-color: #3a424b; }
html.dark-mode .files a { color: #6fd3bb; }
@media (max-width: 40rem) {
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; word-break: break-word; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { order: 1; flex-basis: 100%; padding: 0; }
  .swagger-ui .filter .operation-filter-input { width: 100%; }
  .swagger-ui .renderedMarkdown :is(ol, ul) { padding-left: 1.25rem; }
}
`;
