const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%230b6b57'/%3E%3Cpath d='M13 19l6-6m-8.500 2l-2 2a4 4 0 0 0 6 6l2-2m0-10l2-2a4 4 0 0 1 6 6l-2 2' fill='none' stroke='%23fff' stroke-width='2.500' stroke-linecap='round'/%3E%3C/svg%3E";

/** The frame of the front page. Its script fills it, so it holds no data and nobody's text. */
export const FRONT_MARKUP = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payment links on this machine</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/front/page.css">
<script src="/front/page.js" defer></script>
</head>
<body>
<a class="skip" href="#try">Skip to the requests</a>
<header class="top">
  <h1>Payment links <span>on this machine</span></h1>
  <nav aria-label="Pages">
    <a href="#try">Try</a><a href="#log">Requests</a><a href="/inbox">Inbox</a><a href="/shop">Shop</a><a href="/desk">Desk</a><a href="/docs">Documents</a>
  </nav>
  <p class="live" id="live" role="status">Connecting…</p>
</header>
<noscript><p class="notice">This page needs its script. The API works without it: README shows requests for a shell.</p></noscript>
<main>
  <section class="card account" aria-labelledby="account-title">
    <h2 id="account-title">The demo dealer</h2>
    <p class="hint">Every request below is signed with this account. It exists on this machine alone.</p>
    <p class="hint">Its <a href="/shop">shop</a> sells one thing by a payment link, one by a reusable link and one by an open amount.</p>
    <dl id="account"></dl>
    <p class="hint">Its people sit at the <a href="/desk">desk</a>. The manager’s code follows the password; it changes every 30 seconds and is taken once.</p>
    <dl id="desk" aria-label="People at the desk"></dl>
  </section>
  <section class="card cards" aria-labelledby="cards-title">
    <h2 id="cards-title">Test cards</h2>
    <p class="hint">Any expiry in the future, any CVC of three digits. Press a number to copy it.</p>
    <ul id="cards"></ul>
  </section>
  <section class="card try" id="try" tabindex="-1" aria-labelledby="try-title">
    <div class="operations">
      <label for="operation">Operation</label>
      <select id="operation"></select>
      <nav id="operations" aria-label="Operations"></nav>
    </div>
    <div class="request">
      <h2 id="try-title">Try an operation</h2>
      <p class="path"><code id="path"></code></p>
      <p class="hint" id="about"></p>
      <div id="before" hidden><h3>Sent before it</h3><ol></ol></div>
      <label for="body">Request</label>
      <textarea id="body" spellcheck="false" autocomplete="off" rows="16"></textarea>
      <p class="problem" id="problem" role="alert" hidden></p>
      <div class="actions">
        <button type="button" id="send" class="first">Send</button>
        <button type="button" id="sign">Right CheckKey</button>
        <button type="button" id="reset">New sample</button>
        <button type="button" id="curl">Copy as curl</button>
        <button type="button" id="typescript">Copy as TypeScript</button>
      </div>
      <div id="answer" aria-live="polite"></div>
    </div>
  </section>
  <section class="card happening payments" aria-labelledby="payments-title">
    <h2 id="payments-title">Links and payments</h2>
    <p class="hint" id="no-payments">They appear here as they happen. Create a link, and open it.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Links and payments"><ul id="payments"></ul></div>
  </section>
  <section class="card happening" aria-labelledby="deliveries-title">
    <h2 id="deliveries-title">Deliveries</h2>
    <p class="hint" id="no-deliveries">Webhooks, notices and messages appear here. Messages arrive in the <a href="/inbox">inbox</a>.</p>
    <div class="scroll" tabindex="0" role="group" aria-label="Deliveries"><ul id="deliveries"></ul></div>
  </section>
  <section class="card log" id="log" tabindex="-1" aria-labelledby="log-title">
    <div class="log-head">
      <h2 id="log-title">Requests</h2>
      <div class="filter" role="group" aria-label="Which requests">
        <button type="button" id="only-operations" aria-pressed="true">Operations</button>
        <button type="button" id="only-refused" aria-pressed="false">Refused</button>
        <button type="button" id="all-requests" aria-pressed="false">Everything</button>
      </div>
    </div>
    <p class="hint">The last 200, in memory alone. Secrets and card data are never kept; what no contract knows shows as type and length.</p>
    <p class="hint" id="no-requests">No request yet. Send one above.</p>
    <ol id="requests" reversed></ol>
  </section>
</main>
<p class="vh" id="copied" role="status"></p>
</body>
</html>
`;
