/** The one style sheet of every page. It is inline, and the content security policy names its hash. */
export const STYLE = `:root{color-scheme:light dark;--ink:#16202b;--soft:#4a5766;--line:#ccd5de;--edge:#76869a;--paper:#fff;--ground:#eef2f6;--mark:#0a5299;--mark-ink:#fff;--bad:#a61b1b;--bad-ground:#fdf0f0;--good:#11633a;--info-ground:#eaf2fb}
@media(prefers-color-scheme:dark){:root{--ink:#edf2f7;--soft:#b4c0cd;--line:#384554;--edge:#8394a7;--paper:#1a222b;--ground:#10161c;--mark:#8cc2ff;--mark-ink:#0b1520;--bad:#ff9d9d;--bad-ground:#331b1f;--good:#7fd8a6;--info-ground:#1b2c40}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,main{max-width:32rem;margin:0 auto;padding:1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;flex-wrap:wrap}
header p{margin:0;font-weight:650;display:flex;align-items:center;gap:.5rem}
svg{width:1rem;height:1rem;fill:none;stroke:currentColor;stroke-width:2;flex:none}
a{color:var(--mark)}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px;border-radius:.25rem}
main{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin-bottom:2rem;overflow-wrap:anywhere;box-shadow:0 1px 3px #0000000f}
h1{font-size:1.1rem;margin:0 0 .25rem;font-weight:600}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
p{margin:0 0 .75rem}
.amount{font-size:clamp(1.5rem,9vw,2.25rem);line-height:1.2;font-weight:700;margin:0 0 .75rem;font-variant-numeric:tabular-nums}
.state{display:inline-block;margin:.25rem 0 .75rem;padding:.15rem .75rem;border:1px solid var(--edge);border-radius:1rem;background:var(--ground);font-weight:600}
.paid{background:var(--good);border-color:var(--good);color:var(--paper)}
.not-paid{background:var(--bad-ground);border-color:var(--bad);color:var(--bad)}
.soft{color:var(--soft);font-size:.9rem}
dl{margin:1rem 0 0;display:grid;gap:.75rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0}
table{width:100%;border-collapse:collapse}
th,td{text-align:left;padding:.4rem .5rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-size:.875rem;font-weight:500}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th,.whole{overflow-wrap:normal}
tr>:last-child{padding-right:0}
.rows{gap:0}
.rows>div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem;padding:.6rem 0;border-bottom:1px solid var(--line)}
.rows>:last-child{border-bottom:0}
.rows dd{font-weight:600;text-align:right;margin-left:auto}
section{border-top:1px solid var(--line);margin-top:1.25rem;padding-top:1.25rem}
section>h2:first-child{margin-top:0}
.notice{border-left:4px solid var(--mark);background:var(--info-ground);padding:.75rem 1rem;margin:1rem 0;border-radius:.25rem}
.bad{border-color:var(--bad);background:var(--bad-ground)}
.notice :last-child{margin-bottom:0}
.notice h2{margin:0 0 .25rem}
.notice ul{margin:0;padding-left:1.25rem}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0}
label,legend{font-weight:600;font-size:.95rem}
.field{margin:0 0 1rem}
.line{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
.pair{display:flex;gap:.75rem;flex-wrap:wrap}
.pair>*{flex:1 1 6rem;min-width:0}
.sub{font-weight:400;font-size:.875rem;color:var(--soft)}
label>.sub{display:block}
.safe{display:flex;gap:.5rem}
.safe svg{margin-top:.2rem}
input:not([type=radio],[type=checkbox],[type=hidden]){display:block;width:100%;min-height:2.9rem;margin-top:.25rem;padding:.5rem .75rem;font:inherit;font-size:1.05rem;color:inherit;background:var(--paper);border:1px solid var(--edge);border-radius:.5rem;font-variant-numeric:tabular-nums}
[aria-invalid=true]:not(fieldset){border:2px solid var(--bad)!important}
.problem{color:var(--bad);font-weight:600;font-size:.9rem;margin:.25rem 0 0}
[hidden]{display:none!important}
.choice{display:flex;gap:.75rem;padding:.65rem .75rem;margin-top:.5rem;border:1px solid var(--line);border-radius:.5rem;font-weight:400}
.choice:has(:checked){border-color:var(--mark);background:var(--info-ground)}
.choice input{width:1.2rem;height:1.2rem;margin:.15rem 0 0;flex:none;accent-color:var(--mark)}
.choice>span{flex:1;min-width:0}
.choice .line{font-weight:600;flex-wrap:wrap;gap:0 1rem}
.choice .sub{display:block}
button{font:inherit;font-weight:650;min-height:3rem;padding:.6rem 1.25rem;border:1px solid var(--mark);border-radius:.5rem;background:var(--mark);color:var(--mark-ink);cursor:pointer}
button.wide{width:100%;font-size:1.1rem;margin-top:.5rem}
button.quiet{background:transparent;color:var(--mark)}
.others{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.75rem}
.others>*{flex:1 1 auto;overflow-wrap:normal}
button[aria-disabled=true]{opacity:.65;cursor:progress}
details{margin-top:1rem}
summary{cursor:pointer;color:var(--mark);min-height:1.75rem}
details>:not(summary){margin-top:.5rem}
@media(max-width:34rem){main{border-radius:0;border-left:0;border-right:0;padding:1rem;margin-bottom:0}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#333;--line:#999;--paper:#fff;--ground:#fff;--good:#000}header a,.screen{display:none}main{border:0;box-shadow:none}.state{border-color:#000;background:none;color:#000}}`;
