import { Hono } from 'hono';
import { askedUrl } from '../http/asked-url.ts';
import { pageFile, script, styleSheet } from './page-files.ts';

const program = pageFile('#dashboard');
const styles = pageFile('#assets/dashboard.css');

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Quorate devnet</title>
  <link rel="stylesheet" href="/dashboard/dashboard.css">
  <link rel="icon" href="data:,">
</head>
<body>
  <div id="page"></div>
  <script type="module" src="/dashboard/start.js"></script>
</body>
</html>
`;

const START = `import { show } from '/dashboard/dashboard.js';
show(document.getElementById('page'));
`;

/**
 * Creates `/dashboard`, a page that shows what the network does and lets people act on it through
 * the admin interface.
 */
export function createDashboardApp(): Hono {
  const app = new Hono();
  app.get('/dashboard', (context) => {
    // It asks each validator for accounts, at a port of its own. A policy cannot name IPv6 hosts.
    const { hostname } = new URL(askedUrl(context));
    const there = hostname.startsWith('[') ? 'http:' : `http://${hostname}:*`;
    const policy = `default-src 'self'; img-src data:; connect-src 'self' ${there}; frame-ancestors 'none'`;
    return context.html(PAGE, 200, { 'content-security-policy': policy });
  });
  app.get('/dashboard/start.js', (context) => script(context, START));
  app.get('/dashboard/dashboard.js', async (context) => script(context, await program()));
  app.get('/dashboard/dashboard.css', (context) => styleSheet(context, styles));
  return app;
}
