/** The style sheet of the shop. It is the shop's own: payers' pages of the service have another. */
export const STYLE = `:root {
  --mark: #9c3d1f; --mark-ink: #fff; --ink: #221c18; --soft: #655b54; --line: #e5dcd4; --edge: #8d8179; --paper: #fff;
  --ground: #faf6f1; --tint: #f5ebe1; --good: #17683b; --good-ground: #e9f5ee; --bad: #a8261c; --bad-ground: #fdf0ee;
  --warn: #7a5200; --warn-ground: #fdf4df; --tea: #b5431c; --glass: #c9b7a8;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --mark: #f0a27c; --mark-ink: #2a1208; --ink: #f1e9e3; --soft: #b9aca2; --line: #41362f; --edge: #93857b; --paper: #221b17;
    --ground: #17120f; --tint: #2b221c; --good: #7fd6a2; --good-ground: #17291e; --bad: #ff9c90; --bad-ground: #361d1a;
    --warn: #f0c667; --warn-ground: #33290f; --tea: #c8562c; --glass: #6d5d52;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
a { color: var(--mark); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 6px; }
code, pre, input[name=codeForHash] { font: .9em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
i { font-style: normal; }
svg { display: block; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sum { white-space: nowrap; font-variant-numeric: tabular-nums; }
.soft, small { color: var(--soft); }
h1 { font-size: clamp(1.4rem, 4vw, 2rem); line-height: 1.2; letter-spacing: -.015em; }
h2 { font-size: 1.1rem; margin-bottom: .6rem; }
h3 { font-size: 1rem; }
main, .bar > div { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
main { padding-block: 1.75rem 3rem; display: grid; gap: 1.5rem; }
main > * { min-width: 0; }
.bar { background: var(--paper); border-bottom: 1px solid var(--line); }
.bar > div { display: flex; align-items: center; gap: 1rem; padding-block: .8rem; }
.brand { display: flex; align-items: center; gap: .6rem; font-weight: 650; color: var(--ink); text-decoration: none; line-height: 1.25; }
.brand svg { color: var(--mark); flex: none; }
.brand small { display: block; font-weight: 400; font-size: .8rem; }
.bar nav { margin-left: auto; flex: none; }
.bar nav a { display: inline-block; padding: .5rem .25rem; }
section, .ways, .verdict, .aside { background: var(--paper); border: 1px solid var(--line); border-radius: 18px; }
section { padding: 1.25rem; }
section > p + p, section > p + .wide, section > .wide + p { margin-top: .7rem; }
section > p + form { margin-top: .9rem; }
.product { display: grid; gap: 1.75rem; grid-template-columns: minmax(0, 1fr); }
.show { background: var(--tint); border-radius: 24px; display: grid; place-items: center; padding: 1rem; }
.picture { width: min(100%, 26rem); height: auto; }
.price { font-size: 1.5rem; font-weight: 650; margin: .35rem 0; }
.saucer { fill: var(--paper); stroke: var(--glass); stroke-width: 3; }
.rim { fill: none; stroke: var(--glass); stroke-width: 2; }
.tea { fill: var(--tea); } .surface { fill: var(--mark); opacity: .55; }
.glass { fill: none; stroke: var(--glass); stroke-width: 4; }
.shine, .steam { fill: none; stroke: var(--paper); stroke-width: 5; stroke-linecap: round; opacity: .65; }
.steam { stroke: var(--glass); stroke-width: 4; }
.ways { margin-top: 1.25rem; overflow: hidden; }
.ways details + details { border-top: 1px solid var(--line); }
.ways summary { cursor: pointer; font-weight: 600; padding: .9rem 1.25rem; }
.ways summary:focus-visible { outline-offset: -3px; }
.ways details > div { padding: 0 1.25rem 1.25rem; display: grid; gap: .8rem; }
.call { font: .8rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--soft); }
form { display: grid; gap: .8rem; }
label { display: grid; gap: .3rem; font-size: .9rem; font-weight: 550; }
input:not([type]) { width: 100%; height: 2.9rem; padding: 0 .8rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--paper); color: inherit; font-size: 1rem; }
input:not([name=codeForHash]) { font-family: inherit; }
.check { display: flex; align-items: center; gap: .6rem; font-weight: 400; min-height: 1.75rem; }
.check input { width: 1.25rem; height: 1.25rem; accent-color: var(--mark); flex: none; }
.pair { display: grid; gap: .8rem; grid-template-columns: 1fr 1fr; }
button { min-height: 3rem; padding: 0 1.4rem; border: 0; border-radius: 12px; background: var(--mark); color: var(--mark-ink); font: 600 1rem system-ui, sans-serif; cursor: pointer; }
button:hover { filter: brightness(1.08); }
.cards { list-style: none; padding: 0; display: grid; gap: .35rem; }
.cards li { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
.cards span { color: var(--soft); }
.cards + p { margin-top: .6rem; font-size: .9rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .55rem .9rem .55rem 0; border-top: 1px solid var(--line); }
thead th { border: 0; font-size: .85rem; color: var(--soft); font-weight: 550; }
.facts th { font-weight: 550; width: 9.5rem; white-space: nowrap; }
.facts small { display: block; font-size: .85rem; }
thead th, .state { overflow-wrap: normal; white-space: nowrap; }
.state { font-weight: 550; } .state.paid { color: var(--good); } .state.not-paid { color: var(--bad); } .state.unknown { color: var(--warn); }
.verdict { display: flex; align-items: center; gap: 1.1rem; padding: 1.25rem; background: var(--warn-ground); }
.verdict .sign { flex: none; display: grid; place-items: center; width: 3.2rem; height: 3.2rem; border-radius: 50%; font: 700 1.6rem/1 system-ui; color: var(--warn); border: 3px solid; }
.verdict.paid { background: var(--good-ground); } .verdict.paid h1, .verdict.paid .sign { color: var(--good); }
.verdict.forged { background: var(--bad-ground); } .verdict.forged h1, .verdict.forged .sign { color: var(--bad); }
.steps { list-style: none; padding: 0; counter-reset: step; display: grid; gap: 1.4rem; }
.steps > li { counter-increment: step; position: relative; padding-left: 2.9rem; display: grid; gap: .6rem; min-width: 0; }
.steps > li::before { content: counter(step); position: absolute; left: 0; top: -.1rem; width: 2rem; height: 2rem; display: grid; place-items: center; border-radius: 50%; background: var(--tint); color: var(--mark); font-weight: 650; }
.try { border: 1px solid var(--line); border-radius: 12px; padding: .8rem 1rem; min-width: 0; }
.try.hit { border: 2px solid var(--good); }
mark { background: var(--mark); color: var(--mark-ink); border-radius: 4px; padding: 0 .3em; font-weight: 650; }
dl { display: grid; gap: .1rem; margin-top: .35rem; }
dt { font-size: .8rem; color: var(--soft); }
dd { margin: 0 0 .35rem; }
.yes { color: var(--good); font-weight: 600; } .no { color: var(--soft); } .facts .bad { color: var(--bad); font-weight: 600; }
.more { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 1fr); } .more section { display: grid; gap: .7rem; align-content: start; } .more section > * { margin: 0; }
section > details { margin-top: 1.2rem; }
section > details > summary { cursor: pointer; color: var(--mark); padding: .2rem 0; }
pre { background: var(--tint); border-radius: 12px; padding: .8rem 1rem; overflow-x: auto; white-space: pre-wrap; margin-top: .4rem; }
.back { display: inline-block; padding: .4rem 0; }
.aside h1 { font-size: 1.25rem; margin-bottom: .5rem; }
.aside { display: grid; gap: 1rem; padding: 1.25rem; grid-template-columns: minmax(0, 1fr); }
iframe { width: 100%; height: 46rem; border: 1px solid var(--line); border-radius: 14px; background: var(--paper); }
.framed { background: var(--paper); } .framed main { padding: 1rem; }
@media (min-width: 52rem) {
  .product { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .show { position: sticky; top: 1.5rem; min-height: 28rem; }
  .more { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .aside { grid-template-columns: 16rem minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  .facts tr { display: block; padding: .55rem 0; border-top: 1px solid var(--line); } .facts th, .facts td { display: block; border: 0; padding: 0; }
  .facts th { width: auto; }
}
`;
