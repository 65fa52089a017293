import type { JsonObject } from '@quorate/protocol';
import { Hono } from 'hono';
import { ADMIN } from '../admin/admin-prefix.ts';
import { servedHere } from '../http/asked-url.ts';
import { lazily } from '../timing/lazily.ts';
import { putOff } from '../timing/put-off.ts';
import { version } from '../version.ts';
import { createDashboardApp } from './dashboard-app.ts';
import { pageFile, script, styleSheet } from './page-files.ts';

const openApi = putOff(() => import('./openapi.ts'));

/** What the documents describe. */
export interface DocsAppOptions {
  /** Gives the OpenRPC document of the proxy. */
  readonly openRpc: () => Promise<JsonObject>;
}

const library = pageFile('#assets/swagger-ui-bundle.js');
const styles = pageFile('#assets/swagger-ui.css');

/** The page loads nothing from elsewhere; its library inserts styles. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Quorate devnet</title>
  <link rel="stylesheet" href="/api-docs/swagger-ui.css">
  <link rel="icon" href="data:,">
</head>
<body>
  <div id="page"></div>
  <script src="/api-docs/swagger-ui-bundle.js"></script>
  <script src="/api-docs/start.js"></script>
</body>
</html>
`;

const START = `const url = location.search === '?admin' ? '${ADMIN}/openapi.json' : '/openapi.json';
SwaggerUIBundle({ url, dom_id: '#page', deepLinking: true });
// The library has dark colours, but does not ask which ones the reader prefers.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
`;

/**
 * Creates `/openapi.json`, `/openrpc.json`, and a page at `/api-docs` that shows the former. At
 * `/api-docs?admin` the page shows the document of the admin interface. The documents are built on
 * first use. `/dashboard` shows the network itself, and `/` redirects there.
 */
export function createDocsApp({ openRpc }: DocsAppOptions): Hono {
  const app = new Hono();
  // Kept: building it takes as long as a dozen other requests.
  const document = lazily(async () => (await openApi()).openApiDocument(version));
  app.get('/openapi.json', async (context) => context.json(servedHere(context, await document())));
  app.get('/openrpc.json', async (context) => context.json(await openRpc()));
  // A browser that is given only the base URL of REST requests this path.
  app.get('/', (context) => context.redirect('/dashboard'));
  app.route('/', createDashboardApp());
  app.get('/api-docs', (context) => context.html(PAGE, 200, { 'content-security-policy': POLICY }));
  app.get('/api-docs/start.js', (context) => script(context, START));
  app.get('/api-docs/swagger-ui-bundle.js', async (context) => script(context, await library()));
  app.get('/api-docs/swagger-ui.css', (context) => styleSheet(context, styles));
  return app;
}
